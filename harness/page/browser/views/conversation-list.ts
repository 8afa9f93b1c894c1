import type { App } from "../app-state.ts";
import { h } from "../dom.ts";
import { percent, pluralize, usd } from "../format.ts";
import { VirtualList } from "../parts/virtual-list.ts";
import { hashOf } from "../route.ts";

const ROW = 46;

/** All conversations, the dearest losses first. */
export class ConversationList {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #list: VirtualList;
  readonly #count: HTMLElement;
  readonly #all: readonly ConversationSums[];
  #shown: readonly ConversationSums[];
  #chosen: number | null = null;

  constructor(app: App) {
    this.#app = app;
    const { recording } = app;
    this.#all = recording.byConversation
      .map((rows, at) => sumsOf(app, at, rows))
      .sort((one, other) => other.lostUsd - one.lostUsd || other.lost - one.lost || one.at - other.at);
    this.#shown = this.#all;
    this.#count = h("p", { class: "faint count", role: "status" });
    this.#list = new VirtualList({
      label: "conversations",
      role: "listbox",
      rowHeight: ROW,
      draw: (at) => this.#draw(at),
    });
    this.element = h("nav", { class: "conversations", "aria-label": "conversations" }, this.#count, this.#list.element);
  }

  refresh(): void {
    const matching = this.#app.matching();
    const { recording } = this.#app;
    this.#shown =
      matching === null
        ? this.#all
        : this.#all.filter(({ at }) => (recording.byConversation[at] ?? []).some((row) => matching.has(row)));
    this.#count.textContent =
      matching === null
        ? `${pluralize(this.#all.length, "conversation")}, most lost first`
        : `${pluralize(matching.size, "request")} in ${pluralize(this.#shown.length, "conversation")} match`;
    this.#list.reset(this.#shown.length);
  }

  choose(conversation: number | null): void {
    this.#chosen = conversation;
    this.#list.redraw();
    const at = this.#shown.findIndex((each) => each.at === conversation);
    if (at >= 0) this.#list.show(at);
  }

  /** The conversation `step` places further. */
  next(step: number): number | null {
    const at = this.#shown.findIndex((each) => each.at === this.#chosen);
    return this.#shown[Math.min(this.#shown.length - 1, Math.max(0, at + step))]?.at ?? null;
  }

  #draw(index: number): HTMLElement {
    const each = this.#shown[index];
    if (each === undefined) throw new Error(`the list has no conversation ${index}`);
    const { at, requests, ratio, usd: paid, codes, lost, lostUsd } = each;
    const { recording } = this.#app;
    const name = recording.conversationName(at);
    const isChosen = at === this.#chosen;
    const figures = [...(ratio === null ? [] : [percent(ratio)]), ...(paid === null ? [] : [usd(paid)])].join("  ");
    const loss = lost === 0 ? "" : lostUsd > 0 ? `lost ${usd(lostUsd)}` : "lost";
    return h(
      "a",
      {
        class: `conversation ${isChosen ? "chosen" : ""}`,
        role: "option",
        "aria-selected": String(isChosen),
        href: hashOf({ view: "conversations", conversation: name, request: null }),
      },
      h("span", {}, h("span", { class: "name", title: name }, name), h("span", { class: "figures" }, figures)),
      h(
        "span",
        {},
        h("span", { class: "faint" }, pluralize(requests, "request")),
        h("span", { class: "codes", title: codes }, loss === "" ? codes : `${loss} ${codes}`),
      ),
    );
  }
}

type ConversationSums = {
  readonly at: number;
  readonly requests: number;
  readonly ratio: number | null;
  readonly usd: number | null;
  readonly codes: string;
  readonly lost: number;
  readonly lostUsd: number;
};

function sumsOf({ recording }: App, at: number, rows: readonly number[]): ConversationSums {
  let [read, prompt, paid, priced, lost, lostUsd] = [0, 0, 0, 0, 0, 0];
  const codes = new Set<string>();
  for (const row of rows) {
    const request = recording.request(row);
    const [isRead = null, write = null, fresh = null] = request.usage ?? [];
    if (request.ratio !== null && isRead !== null && fresh !== null) {
      read += isRead;
      prompt += isRead + (write ?? 0) + fresh;
    }
    if (request.usd !== null) {
      paid += request.usd;
      priced += 1;
    }
    lost += request.lost?.tokens ?? 0;
    lostUsd += request.lost?.usd ?? 0;
    for (const { code, role } of request.findings) if (role === "cause" || role === "invalid") codes.add(code);
  }
  return {
    at,
    requests: rows.length,
    ratio: prompt === 0 ? null : read / prompt,
    usd: priced === 0 ? null : paid,
    codes: [...codes].sort().slice(0, 3).join(" "),
    lost,
    lostUsd,
  };
}
