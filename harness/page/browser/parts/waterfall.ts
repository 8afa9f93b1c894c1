import type { App } from "../app-state.ts";
import { conversationLines, type Line } from "../data/lines.ts";
import { h } from "../dom.ts";
import { count, percent, usd } from "../format.ts";
import { blockEdges, drawBar } from "./bar.ts";
import { makePalette, type Palette } from "./palette.ts";
import { rowSummary } from "./row-summary.ts";
import { VirtualList } from "./virtual-list.ts";

export type Choice = { readonly row: number; readonly block: number };

const ROW = 24;
const BAR = 24;

/** A conversation as rows of requests on one axis of tokens: a break is an edge from which everything to the right changes. */
export class Waterfall {
  readonly element: HTMLElement;
  readonly lines: readonly Line[];
  readonly #app: App;
  readonly #list: VirtualList;
  readonly #hint: HTMLElement;
  readonly #longest: number;
  /** The columns before the bar, in pixels: an id as wide as the widest, ratio, and cost if any request has one. */
  readonly #columns: { readonly id: number; readonly isPriced: boolean };
  readonly #lineOf: ReadonlyMap<number, number>;
  #palette: Palette | null = null;
  #chosen: Choice | null = null;
  #zoom = 1;

  constructor(app: App, conversation: number, onChoose: (choice: Choice) => void) {
    this.#app = app;
    const { recording } = app;
    this.lines = conversationLines(recording, conversation);
    this.#lineOf = new Map(
      this.lines.flatMap((line, at) => (line.kind === "request" ? [[line.row, at] as const] : [])),
    );
    this.#longest = longestOf(app, this.lines);
    this.#hint = h("p", { class: "hint faint", "aria-hidden": "true" });
    this.#columns = columnsOf(app, this.lines);
    const name = recording.conversationName(conversation);
    this.#list = new VirtualList({
      label: `requests of conversation ${name}`,
      role: "grid",
      rowHeight: ROW,
      draw: (at) => this.#drawLine(at, onChoose),
    });
    const zoom = h(
      "span",
      { class: "zoom" },
      h("button", { type: "button", class: "small", "aria-label": "narrower", onclick: () => this.#zoomBy(0.5) }, "−"),
      h("button", { type: "button", class: "small", "aria-label": "wider", onclick: () => this.#zoomBy(2) }, "+"),
    );
    const { id, isPriced } = this.#columns;
    this.element = h(
      "div",
      { class: `waterfall ${isPriced ? "" : "unpriced"}` },
      h("div", { class: "over" }, this.#hint, zoom),
      this.#list.element,
    );
    this.element.style.setProperty("--id", `${id}px`);
    new ResizeObserver(() => this.#list.redraw()).observe(this.element);
  }

  start(): void {
    this.#palette = null;
    this.#list.reset(this.lines.length);
    this.#say(null);
  }

  /** Draws anew after a change of theme or filters. */
  refresh(): void {
    this.#palette = null;
    this.#list.redraw();
  }

  choose(choice: Choice | null): void {
    this.#chosen = choice;
    const line = choice === null ? undefined : this.#lineOf.get(choice.row);
    this.#list.redraw();
    if (line !== undefined) this.#list.show(line);
  }

  /** The request `step` rows further; the nearest where the list ends. */
  next(row: number | null, step: number): number | null {
    let at = row === null ? (step > 0 ? -1 : this.lines.length) : (this.#lineOf.get(row) ?? -1);
    for (at += step; at >= 0 && at < this.lines.length; at += step) {
      const line = this.lines[at];
      if (line?.kind === "request") return line.row;
    }
    return row;
  }

  #zoomBy(factor: number): void {
    this.#zoom = Math.min(32, Math.max(1, this.#zoom * factor));
    this.#list.redraw();
  }

  #barWidth(): number {
    const visible = this.#list.element.clientWidth - this.#before() - 8;
    return Math.max(120, Math.floor(visible * this.#zoom));
  }

  #before(): number {
    const { id, isPriced } = this.#columns;
    return id + (isNarrow() ? 40 : isPriced ? 112 : 48);
  }

  #drawLine(at: number, onChoose: (choice: Choice) => void): HTMLElement {
    const line = this.lines[at];
    if (line === undefined) throw new Error(`the waterfall has no line ${at}`);
    const width = this.#barWidth();
    this.#list.body.style.width = this.#zoom > 1 ? `${width + this.#before() + 8}px` : "";
    if (line.kind === "event")
      return h(
        "div",
        { class: "line event", role: "row", "aria-rowindex": at + 1 },
        h("span", { role: "gridcell" }, h("span", { class: "event-text" }, line.text)),
      );
    const { recording, matching } = this.#app;
    const { row } = line;
    const request = recording.request(row);
    const isChosen = this.#chosen?.row === row;
    const isDim = matching()?.has(row) === false;
    const palette = (this.#palette ??= makePalette(this.element, devicePixelRatio));
    const perToken = (width - 4) / this.#longest;
    const canvas = drawBar(recording, row, {
      width,
      height: BAR,
      pixelsPerToken: perToken,
      palette,
      ratio: devicePixelRatio,
      chosen: isChosen && this.#chosen !== null ? this.#chosen.block : -1,
    });
    const blockAt = (event: MouseEvent): number => {
      const x = event.clientX - canvas.getBoundingClientRect().left;
      const edges = blockEdges(recording, row, perToken);
      return edges.findIndex((edge, block) => x >= edge && x < (edges[block + 1] ?? -1));
    };
    const isBroken = request.findings.some(({ role }) => role === "cause" || role === "invalid");
    const state = isBroken ? (request.isOurs ? "bad" : "warn") : request.suspected.length > 0 ? "warn" : "";
    const element = h(
      "div",
      {
        class: `line request ${state} ${isChosen ? "chosen" : ""} ${isDim ? "dim" : ""}`,
        role: "row",
        "aria-rowindex": at + 1,
        "aria-selected": String(isChosen),
        "aria-label": rowSummary(recording, row),
        onclick: (event) =>
          onChoose({ row, block: event instanceof MouseEvent && event.target === canvas ? blockAt(event) : -1 }),
        onmousemove: (event) => {
          if (event instanceof MouseEvent && event.target === canvas) this.#say({ row, block: blockAt(event) });
        },
      },
      h("span", { class: "id", role: "gridcell", title: request.id }, nameOf(request.id, line)),
      h("span", { class: "ratio", role: "gridcell" }, ratioOf(request.ratio, request.basis)),
      h("span", { class: "usd", role: "gridcell" }, request.usd === null ? "" : usd(request.usd)),
      h("span", { class: "bar", role: "gridcell" }, canvas),
    );
    return element;
  }

  #say(choice: Choice | null): void {
    const { recording } = this.#app;
    if (choice === null || choice.block < 0) {
      this.#hint.textContent = `0 to ${count(this.#longest)} tokens: tools, system, messages`;
      return;
    }
    const index = recording.prompt(choice.row)[choice.block];
    if (index === undefined) return;
    const [, , , bytes, tokens] = recording.block(index);
    const state = STATE_NAMES[recording.states(choice.row)[choice.block] ?? 4] ?? "";
    this.#hint.textContent = `${recording.blockLabel(index)} · ~${count(tokens)} tokens · ${count(bytes)} bytes · ${state}`;
  }
}

const STATE_NAMES = ["read", "written", "fresh", "lost", "unknown"];

function longestOf({ recording }: App, lines: readonly Line[]): number {
  let longest = 1;
  for (const line of lines) if (line.kind === "request") longest = Math.max(longest, recording.length(line.row));
  return longest;
}

/** An id of usual length fits; where there is little room, its end is cut off. */
function columnsOf({ recording }: App, lines: readonly Line[]): { readonly id: number; readonly isPriced: boolean } {
  let [characters, isPriced] = [0, false];
  for (const line of lines) {
    if (line.kind === "event") continue;
    const { id, usd: cost } = recording.request(line.row);
    characters = Math.max(characters, nameOf(id, line).length);
    isPriced ||= cost !== null;
  }
  const widest = isNarrow() ? 104 : 176;
  return { id: Math.min(widest, Math.max(48, Math.ceil(characters * 7.6) + 16)), isPriced };
}

function nameOf(id: string, { depth, isBranch }: Extract<Line, { readonly kind: "request" }>): string {
  return `${"  ".repeat(Math.min(depth, 4))}${isBranch ? "└ " : ""}${id}`;
}

function ratioOf(ratio: number | null, basis: string): string {
  return ratio === null ? (basis === "predicted" ? "·" : "?") : percent(ratio);
}

/** As the style sheet says it. */
function isNarrow(): boolean {
  return matchMedia("(max-width: 640px)").matches;
}
