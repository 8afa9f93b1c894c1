import type { PageCounters } from "../../page-data.ts";
import { h } from "../dom.ts";
import { facts } from "../parts/facts.ts";

/** Sessions and sums of which only counters survive, below the incidents: no figure above counts them. */
export function countersPart({ sessions, tables, notes }: PageCounters): HTMLElement {
  return h(
    "section",
    { class: "counters", "aria-label": "requests without bodies" },
    h("h2", {}, "By counters alone"),
    ...notes.map((note) => h("p", { class: "faint lead" }, note)),
    ...sessions.map(sessionPart),
    ...tables.map(tablePart),
  );
}

/** Sessions that paid again come first: the first few are open. */
function sessionPart({ name, counts, facts: rows }: PageCounters["sessions"][number], at: number): HTMLElement {
  const list = facts(
    rows.map(({ label, texts }) => [label, h("div", {}, ...texts.map((text) => h("div", {}, text)))] as const),
  );
  return h(
    "details",
    { open: at < OPEN },
    h("summary", {}, h("b", {}, name), " ", h("span", { class: "faint" }, counts)),
    list,
  );
}

const OPEN = 3;

function tablePart({ source, counts, heads, rows, earlier }: PageCounters["tables"][number]): HTMLElement {
  const head = heads.map((name) => h("th", { scope: "col" }, name));
  const lines = rows.map(([name = "", ...cells]) =>
    h("tr", {}, h("th", { scope: "row" }, name), ...cells.map((cell) => h("td", {}, cell))),
  );
  return h(
    "details",
    { open: true },
    h("summary", {}, h("b", {}, source), " ", h("span", { class: "faint" }, counts)),
    h(
      "div",
      { class: "sum-table", tabindex: 0 },
      h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...lines)),
    ),
    earlier === null ? null : h("p", { class: "faint" }, earlier),
  );
}
