import { type App, routeOfRequest } from "../app-state.ts";
import { h } from "../dom.ts";
import { pluralize } from "../format.ts";
import { hashOf } from "../route.ts";
import { drawBar } from "./bar.ts";
import { makePalette } from "./palette.ts";
import { rowSummary } from "./row-summary.ts";

/** Rows that stand below a job; the waterfall of its conversation has them all. */
const SHOWN = 6;

const HEIGHT = 18;

/** The judged requests of a job, one bar below the other on one axis of tokens. It is drawn once it is on screen. */
export function jobPicture(app: App, conversation: number): HTMLElement {
  const { recording } = app;
  const rows = recording.byConversation[conversation] ?? [];
  const element = h("div", { class: "job-picture" });
  const draw = (): void => {
    const palette = makePalette(element, devicePixelRatio);
    const longest = Math.max(1, ...shown.map((row) => recording.length(row)));
    const width = Math.max(60, element.clientWidth - nameWidth() - 12);
    const options = { width, height: HEIGHT, palette, ratio: devicePixelRatio, chosen: -1 };
    const lines = shown.map((row) =>
      h(
        "a",
        {
          class: "job-request",
          href: hashOf(routeOfRequest(recording, row)),
          "aria-label": rowSummary(recording, row),
        },
        h("span", { class: "id" }, recording.request(row).id),
        drawBar(recording, row, { ...options, pixelsPerToken: (width - 4) / longest }),
      ),
    );
    const hidden = rows.length - shown.length;
    const all = {
      view: "conversations",
      conversation: recording.conversationName(conversation),
      request: null,
    } as const;
    element.replaceChildren(
      ...lines,
      ...(hidden > 0 ? [h("a", { href: hashOf(all) }, `and ${pluralize(hidden, "more request")}`)] : []),
    );
  };
  const shown = rows.slice(0, SHOWN);
  element.style.minHeight = `${shown.length * (HEIGHT + 4)}px`;
  new IntersectionObserver((seen, observer) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    draw();
  }).observe(element);
  return element;
}

function nameWidth(): number {
  return matchMedia("(max-width: 640px)").matches ? 84 : 150;
}
