import { type App, routeOfRequest, type View } from "../app-state.ts";
import type { Recording } from "../data/recording.ts";
import { fill, h } from "../dom.ts";
import { pluralize } from "../format.ts";
import { legend } from "../parts/legend.ts";
import { makePalette } from "../parts/palette.ts";
import { type Choice, Waterfall } from "../parts/waterfall.ts";
import { hashOf, type Route } from "../route.ts";
import { ConversationList } from "./conversation-list.ts";
import { requestDetail } from "./request-detail.ts";

/** A list of conversations, the waterfall of one, and the details of what a reader chose in it. */
export class ConversationsView implements View {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #list: ConversationList;
  readonly #middle: HTMLElement;
  readonly #side: HTMLElement;
  #shown: { readonly conversation: number; readonly waterfall: Waterfall; readonly keys: HTMLElement } | null = null;
  #choice: Choice | null = null;

  constructor(app: App) {
    this.#app = app;
    this.#list = new ConversationList(app);
    this.#middle = h("section", { class: "pane middle", "aria-label": "waterfall" });
    this.#side = h("aside", { class: "pane side", "aria-label": "details", tabindex: -1 });
    this.element = h("main", { class: "panes", tabindex: -1 }, this.#list.element, this.#middle, this.#side);
  }

  show(route: Extract<Route, { readonly view: "conversations" }>): void {
    const { recording } = this.#app;
    const conversation = route.conversation === null ? null : recording.conversationOf(route.conversation);
    const isWide = this.element.clientWidth > 900;
    const wanted = route.conversation === null && isWide ? this.#list.next(0) : conversation;
    this.element.classList.toggle("has-conversation", route.conversation !== null);
    if (wanted === null) return this.#showNone(missing(route.conversation));
    if (this.#shown?.conversation !== wanted) this.#open(wanted);
    this.#list.choose(wanted);
    const row = route.request === null ? null : recording.rowOf(wanted, route.request);
    this.#choose(row === null ? null : { row, block: this.#choice?.row === row ? this.#choice.block : -1 });
  }

  press(key: string): boolean {
    if (this.#shown === null) return false;
    if (key === "j" || key === "k") {
      const row = this.#shown.waterfall.next(this.#choice?.row ?? null, key === "j" ? 1 : -1);
      if (row !== null) this.#choose({ row, block: -1 });
      return true;
    }
    if (key === "J" || key === "K") {
      const next = this.#list.next(key === "J" ? 1 : -1);
      const conversation = next === null ? null : this.#app.recording.conversationName(next);
      if (conversation !== null) this.#app.go({ view: "conversations", conversation, request: null });
      return true;
    }
    return this.#choice !== null && this.#pressInRequest(key, this.#choice);
  }

  refresh(): void {
    this.#list.refresh();
    if (this.#shown === null) return;
    this.#drawLegend(this.#shown.keys, this.#shown.conversation);
    this.#shown.waterfall.refresh();
  }

  #pressInRequest(key: string, choice: Choice): boolean {
    if (key === "h" || key === "l") this.#choose(nextBlock(this.#app, choice, key === "l" ? 1 : -1));
    else if (key === "Escape") this.#choose(null);
    else if (key === "Enter") this.#side.focus();
    else return false;
    return true;
  }

  #showNone(text: string): void {
    this.#shown = null;
    this.#choose(null);
    fill(this.#middle, h("p", { class: "empty" }, text));
  }

  #open(conversation: number): void {
    const { recording } = this.#app;
    const waterfall = new Waterfall(this.#app, conversation, (choice) => this.#choose(choice));
    const rows = recording.byConversation[conversation] ?? [];
    const keys = h("div");
    fill(
      this.#middle,
      h(
        "div",
        { class: "pane-head" },
        h("a", { class: "back button", href: "#conversations" }, "‹ all"),
        h("h2", {}, `Conversation ${recording.conversationName(conversation)}`),
        h("span", { class: "faint" }, `${pluralize(rows.length, "request")}${basisText(this.#app, rows)}`),
      ),
      keys,
      waterfall.element,
    );
    this.#drawLegend(keys, conversation);
    this.#shown = { conversation, waterfall, keys };
    waterfall.start();
  }

  #choose(next: Choice | null): void {
    const { recording } = this.#app;
    this.#choice = next;
    this.#shown?.waterfall.choose(next);
    this.element.classList.toggle("has-side", next !== null);
    if (next === null) return fill(this.#side);
    const onclick = (): void => this.#choose(null);
    const close = h("button", { type: "button", class: "small close", "aria-label": "close details", onclick }, "×");
    fill(this.#side, close, requestDetail(this.#app, next));
    this.#side.scrollTop = 0;
    history.replaceState(null, "", hashOf(routeOfRequest(recording, next.row)));
  }

  #drawLegend(into: HTMLElement, conversation: number): void {
    const { recording } = this.#app;
    const rows = recording.byConversation[conversation] ?? [];
    const hasUnknown = rows.some((row) => recording.request(row).basis === "unknown");
    fill(into, legend(makePalette(this.element, devicePixelRatio), hasUnknown));
  }
}

/** The block `step` places further; at first the one that a reader came for. */
function nextBlock({ recording }: App, { row, block }: Choice, step: 1 | -1): Choice {
  const last = recording.prompt(row).length - 1;
  const next = block < 0 ? firstChanged(recording, row) : block + step;
  return { row, block: Math.min(last, Math.max(0, next)) };
}

/** The first block that was not read. */
function firstChanged(recording: Recording, row: number): number {
  return Math.max(
    0,
    recording.states(row).findIndex((state) => state !== 0),
  );
}

function basisText({ recording }: App, rows: readonly number[]): string {
  const bases = new Set(rows.map((row) => recording.request(row).basis));
  if (bases.has("reported")) return "";
  return bases.has("predicted") ? " · no counters reported: states are predicted" : " · no counters reported";
}

function missing(conversation: string | null): string {
  return conversation === null ? "Choose a conversation." : `This report has no conversation ${conversation}.`;
}
