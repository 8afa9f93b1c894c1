import { h } from "./dom.ts";

const KEYS = [
  ["j, k", "next and previous request or incident"],
  ["h, l", "previous and next block"],
  ["J, K", "next and previous conversation"],
  ["Enter", "open"],
  ["Esc", "close"],
  ["/", "search"],
  ["1, 2, 3", "views"],
  ["?", "this list"],
] as const;

/** The list of keys. */
export function helpDialog(): HTMLDialogElement {
  const dialog = h(
    "dialog",
    { "aria-label": "keys" },
    h("h2", {}, "Keys"),
    h("dl", { class: "facts" }, ...KEYS.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
    h("form", { method: "dialog" }, h("button", {}, "Close")),
  );
  return dialog;
}
