import { type Child, h } from "../dom.ts";

/** Names and values below each other. A value of null is left out. */
export function facts(rows: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  return h(
    "dl",
    { class: "facts" },
    ...rows.flatMap(([name, value]) => (value === null ? [] : [h("dt", {}, name), h("dd", {}, value)])),
  );
}
