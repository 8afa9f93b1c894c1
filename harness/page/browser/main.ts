import { type App, routeOfRequest, type View } from "./app-state.ts";
import { type Filters, matchingRows, NO_FILTERS } from "./data/filters.ts";
import { readData } from "./data/read-data.ts";
import { Recording } from "./data/recording.ts";
import { fill, h } from "./dom.ts";
import { header } from "./header.ts";
import { helpDialog } from "./help.ts";
import { hashOf, parseRoute, type Route } from "./route.ts";
import { themeButton } from "./theme.ts";
import { ConversationsView } from "./views/conversations-view.ts";
import { incidentsView } from "./views/incidents-view.ts";
import { jobsView } from "./views/jobs-view.ts";
import { sharedView } from "./views/shared-view.ts";

async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (root === null) return;
  try {
    run(root, new Recording(await readData()));
  } catch (fault) {
    fill(root, h("p", { class: "wait" }, `This report cannot be read: ${String(fault)}. Write it again.`));
    throw fault;
  }
}

/** Shows the view that the address names, and follows keys, filters and theme. */
function run(root: HTMLElement, recording: Recording): void {
  const home = recording.data.run === null ? "incidents" : "jobs";
  let filters = NO_FILTERS;
  let matching: ReadonlySet<number> | null = null;
  let view: View | null = null;
  let conversations: ConversationsView | null = null;
  const go = (route: Route): void => {
    location.hash = hashOf(route);
  };
  const app: App = { recording, go, matching: () => matching, filters: () => filters };

  const place = h("div", { class: "view" });
  const help = helpDialog();
  const refresh = (): void => view?.refresh();
  const onFilter = (change: Partial<Filters>): void => {
    filters = { ...filters, ...change };
    matching = matchingRows(recording, filters);
    refresh();
  };
  /** Text that a reader looks for is mostly in a request: the first one that has it. */
  const onEnter = (): void => {
    const [first] = matching ?? [];
    if (first !== undefined) go(routeOfRequest(recording, first));
    head.search.blur();
  };
  const buttons = [
    themeButton(refresh),
    h("button", { type: "button", "aria-label": "list of keys", onclick: () => help.showModal() }, "?"),
  ];
  const head = header(app, { onFilter, onEnter, buttons });
  fill(root, head.element, place, help);

  const show = (): void => {
    const route = parseRoute(location.hash, home);
    head.mark(route.view);
    if (route.view === "conversations") {
      conversations ??= new ConversationsView(app);
      if (view !== conversations) fill(place, conversations.element);
      view = conversations;
      view.refresh();
      conversations.show(route);
      return;
    }
    view = viewOf(app, route);
    fill(place, view.element);
  };
  addEventListener("hashchange", show);
  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (isTyping) {
      if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    const number = ["1", "2", "3"].indexOf(event.key);
    if (event.key === "/") head.search.focus();
    else if (event.key === "?") help.showModal();
    else if (number >= 0) go(VIEWS[number]?.(home) ?? { view: "shared" });
    else if (view?.press(event.key) !== true) return;
    event.preventDefault();
  });
  show();
}

const VIEWS: readonly ((home: "incidents" | "jobs") => Route)[] = [
  (home) => (home === "jobs" ? { view: "jobs", job: null } : { view: "incidents", incident: null }),
  () => ({ view: "conversations", conversation: null, request: null }),
  () => ({ view: "shared" }),
];

function viewOf(app: App, route: Exclude<Route, { readonly view: "conversations" }>): View {
  const { run: ofRun } = app.recording.data;
  if (route.view === "shared") return sharedView(app);
  if (ofRun !== null) return jobsView(app, ofRun, route.view === "jobs" ? route : { view: "jobs", job: null });
  return incidentsView(app, route.view === "incidents" ? route : { view: "incidents", incident: null });
}

void start();
