import { h } from "../dom.ts";
import type { Palette } from "./palette.ts";

const NAMES = [
  ["read", "served from the cache"],
  ["written", "stored by this request"],
  ["fresh", "neither read nor written"],
  ["lost", "could have been read, and was not"],
] as const;

/** What colours and patterns mean. */
export function legend(palette: Palette, hasUnknown: boolean): HTMLElement {
  const swatch = (state: number, name: string, title: string): HTMLElement => {
    const canvas = h("canvas", { "aria-hidden": "true" });
    const ratio = devicePixelRatio;
    canvas.width = 24 * ratio;
    canvas.height = 12 * ratio;
    const context = canvas.getContext("2d");
    if (context !== null) {
      context.fillStyle = palette.fill(state);
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    return h("li", { title }, canvas, name);
  };
  return h(
    "ul",
    { class: "legend", "aria-label": "legend" },
    ...NAMES.map(([name, title], state) => swatch(state, name, title)),
    hasUnknown ? swatch(4, "unknown", "neither counters nor a model of the cache") : null,
    h(
      "li",
      { title: "a breakpoint (cache_control) marks the end of the block" },
      h("span", { class: "tick" }, "┆"),
      "breakpoint",
    ),
    h(
      "li",
      { title: "from here on, the prompt of a broken request differs from the one that it continues" },
      h("span", { class: "edge" }, "▼"),
      "first difference",
    ),
  );
}
