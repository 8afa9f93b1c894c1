import { type App, routeOfRequest, type View } from "../app-state.ts";
import { longestPrompt, type PrefixNode, prefixTree } from "../data/prefix-tree.ts";
import { fill, h } from "../dom.ts";
import { count, pluralize, short } from "../format.ts";
import { wasNowCompared } from "../parts/was-now.ts";
import { hashOf } from "../route.ts";

/** Children of one node that are shown at once. */
const SHOWN = 6;

/** Which conversations share which blocks: where a node splits into many, a whole fleet loses its common head. */
export function sharedView(app: App): View {
  const root = prefixTree(app.recording);
  const longest = longestPrompt(root);
  const all = h("div", { class: "prefixes" });
  const element = h(
    "main",
    { class: "scroll", tabindex: -1 },
    h("h2", {}, "Shared prefixes"),
    h(
      "p",
      { class: "faint lead" },
      "How conversations and forks begin. A bar is a run of blocks that the same requests send, as wide as its tokens. Where it splits, each ",
      "branch is cached alone.",
    ),
    all,
  );
  const draw = (): void => {
    const matching = app.matching();
    const nodes = root.children.filter((node) => passes(node, matching));
    fill(
      all,
      nodes.length === 0 ? h("p", {}, "No conversation passes the filters.") : null,
      list(app, nodes, longest, matching),
    );
  };
  draw();
  return { element, refresh: draw, press: () => false };
}

function passes({ requests }: PrefixNode, matching: ReadonlySet<number> | null): boolean {
  return matching === null || requests.some((row) => matching.has(row));
}

function list(
  app: App,
  nodes: readonly PrefixNode[],
  longest: number,
  matching: ReadonlySet<number> | null,
): HTMLElement {
  const items = nodes.map((node) => () => item(app, node, longest, matching));
  const element = h("ul", { class: "prefix-list" }, ...items.slice(0, SHOWN).map((make) => make()));
  const rest = items.slice(SHOWN);
  if (rest.length > 0) {
    const more = h("button", { type: "button", class: "small" }, `${count(rest.length)} more`);
    const last = h("li", {}, more);
    more.addEventListener("click", () => last.replaceWith(...rest.map((make) => make())));
    element.append(last);
  }
  return element;
}

function item(app: App, node: PrefixNode, longest: number, matching: ReadonlySet<number> | null): HTMLElement {
  const { requests, tokens, from, children } = node;
  const shown = children.filter((child) => passes(child, matching));
  const bar = h("span", { class: `prefix-bar ${requests.length > 1 ? "shared" : "alone"}` });
  bar.style.marginLeft = `${(from / longest) * 100}%`;
  bar.style.width = `${Math.max(0.4, (tokens / longest) * 100)}%`;
  const head = h(
    "div",
    { class: "prefix" },
    h("span", { class: "track" }, bar),
    h(
      "span",
      { class: "prefix-text" },
      h("b", {}, `${short(tokens)} tokens`),
      ` ${runLabel(app, node)} `,
      h("span", { class: "faint" }, requests.length === 1 ? onlyOne(app, requests[0] ?? 0) : sharedBy(app, requests)),
    ),
  );
  const many = splitText(app, node);
  if (shown.length === 0) return h("li", {}, head, requests.length > 1 ? links(app, requests) : null);
  const inner = h("details", {}, h("summary", {}, many), splitTexts(app, node));
  inner.open = false;
  return h("li", {}, head, inner, list(app, shown, longest, matching));
}

function runLabel({ recording }: App, { blocks }: PrefixNode): string {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return "no block";
  const tools = blocks.filter((index) => recording.block(index)[1] === 0).length;
  const rest = blocks.filter((index) => recording.block(index)[1] !== 0);
  const names = rest.slice(0, 2).map((index) => recording.blockLabel(index));
  const more = rest.length > 2 ? [`${count(rest.length - 2)} more`] : [];
  return [...(tools === 0 ? [] : [pluralize(tools, "tool")]), ...names, ...more].join(", ");
}

function sharedBy({ recording }: App, requests: readonly number[]): string {
  const forks = requests.filter((row) => recording.request(row).parent >= 0).length;
  const roots = requests.length - forks;
  const parts = [
    ...(roots === 0 ? [] : [pluralize(roots, "conversation")]),
    ...(forks === 0 ? [] : [pluralize(forks, "fork")]),
  ];
  return `shared by ${parts.join(" and ")}`;
}

function onlyOne({ recording }: App, row: number): HTMLElement {
  const { id, parent, conversation } = recording.request(row);
  const name = parent < 0 ? `conversation ${recording.conversationName(conversation)}` : `fork ${id}`;
  return h("a", { href: hashOf(routeOfRequest(recording, row)) }, `only ${name}`);
}

function links(app: App, requests: readonly number[]): HTMLElement {
  return h(
    "p",
    { class: "prefix-links" },
    ...requests.slice(0, 12).flatMap((row) => [onlyOne(app, row), " "]),
    requests.length > 12 ? `and ${count(requests.length - 12)} more` : null,
  );
}

function splitText({ recording }: App, { children, requests }: PrefixNode): string {
  const ended = requests.length - children.reduce((sum, child) => sum + child.requests.length, 0);
  const pointers = new Set(
    children.flatMap(({ blocks: [first] }) => (first === undefined ? [] : [recording.block(first)[2]])),
  );
  const place = [...pointers].slice(0, 2).join(" or ");
  const how = children.length === 1 ? "goes on" : `splits into ${count(children.length)}`;
  return `${how} at ${place}${ended === 0 ? "" : `; ${pluralize(ended, "request")} ${ended === 1 ? "ends" : "end"} here`}`;
}

/** The first blocks of the two largest branches, with what differs. */
function splitTexts({ recording }: App, { children: [one, other] }: PrefixNode): HTMLElement {
  const text = (node: PrefixNode | undefined): string | null => {
    const first = node?.blocks[0];
    return first === undefined ? null : recording.block(first)[8];
  };
  return wasNowCompared(text(one), text(other));
}
