import type { App } from "./app-state.ts";
import { allCodes, type Filters } from "./data/filters.ts";
import { h } from "./dom.ts";
import { count, pluralize } from "./format.ts";
import type { Route } from "./route.ts";

export type Header = {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  readonly mark: (view: Route["view"]) => void;
};

type HeaderOptions = {
  readonly onFilter: (change: Partial<Filters>) => void;
  readonly onEnter: () => void;
  readonly buttons: readonly HTMLElement[];
};

/** Name, counts, views, search and filters. */
export function header(app: App, { onFilter, onEnter, buttons }: HeaderOptions): Header {
  const { data } = app.recording;
  const search = h("input", {
    type: "search",
    placeholder: "search",
    "aria-label": "search requests, findings and blocks",
    oninput: () => onFilter({ search: search.value }),
    onkeydown: (event) => {
      if (event instanceof KeyboardEvent && event.key === "Enter") onEnter();
    },
  });
  const codes = select("code", allCodes(app.recording), (code) => onFilter({ code }));
  const models =
    data.models.length < 2
      ? null
      : select(
          "model",
          data.models.map((name) => [name, null]),
          (model) => onFilter({ model }),
        );
  const links = VIEWS.filter(
    ([view]) => (view === "jobs") === (data.run !== null) || (view !== "jobs" && view !== "incidents"),
  ).map(([view, name]) => h("a", { href: `#${view}`, class: "tab", "data-view": view }, name));
  const { requests, conversations } = data.totals;
  const element = h(
    "header",
    {},
    h(
      "div",
      { class: "title" },
      h("h1", {}, "forkproof"),
      h("span", { class: "source", title: data.source }, endOf(data.source)),
      h(
        "span",
        { class: "faint counts" },
        `${pluralize(requests, "request")} · ${pluralize(conversations, "conversation")}`,
      ),
      data.isWhole ? h("span", { class: "whole", title: "credentials are masked" }, "whole texts") : null,
    ),
    h("nav", { class: "tabs", "aria-label": "views" }, ...links),
    h("div", { class: "tools" }, search, codes, models, ...buttons),
  );
  const mark = (view: Route["view"]): void => {
    for (const link of links) {
      if (link.dataset["view"] === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  };
  return { element, search, mark };
}

/** Paths differ at their ends. */
function endOf(source: string): string {
  return source.length <= SOURCE ? source : `…${source.slice(1 - SOURCE)}`;
}

const SOURCE = 30;

const VIEWS = [
  ["jobs", "Jobs"],
  ["incidents", "Incidents"],
  ["conversations", "Conversations"],
  ["shared", "Shared prefixes"],
] as const;

function select(
  name: string,
  values: readonly (readonly [value: string, requests: number | null])[],
  onChange: (value: string) => void,
): HTMLElement {
  const element = h(
    "select",
    { "aria-label": `filter by ${name}`, onchange: () => onChange(element.value) },
    h("option", { value: "" }, `any ${name}`),
    ...values.map(([value, requests]) =>
      h("option", { value }, requests === null ? value : `${value} (${count(requests)})`),
    ),
  );
  return element;
}
