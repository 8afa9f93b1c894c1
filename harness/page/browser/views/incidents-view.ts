import type { PageIncident } from "../../page-data.ts";
import { type App, routeOfRequest, type View } from "../app-state.ts";
import { fill, h } from "../dom.ts";
import { dayAndTime, count, percent, pluralize, short, usd } from "../format.ts";
import { hashOf, type Route } from "../route.ts";
import { countersPart } from "./counters-part.ts";
import { incidentDetail } from "./incident-detail.ts";
import { summary } from "./summary.ts";

/** The root causes of a recording, the dearest first. A row opens in place. */
export function incidentsView(app: App, route: Extract<Route, { readonly view: "incidents" }>): View {
  const { incidents, totals, counters } = app.recording.data;
  let open = route.incident ?? incidents[0]?.rank ?? null;
  const list = h("div", { class: "incidents" });
  const below = counters === null ? null : countersPart(counters);
  const element = h("main", { class: "scroll", tabindex: -1 }, summary(app), h("h2", {}, "Incidents"), list, below);

  const draw = (): void => {
    const shown = incidents.filter((incident) => passes(app, incident));
    if (incidents.length === 0) return fill(list, noIncidents(totals.compared));
    if (shown.length === 0) return fill(list, h("p", {}, "No incident passes the filters."));
    fill(list, heads(), h("ol", {}, ...shown.map((incident) => item(incident))));
  };
  const item = (incident: PageIncident): HTMLElement => {
    const isOpen = incident.rank === open;
    const button = h(
      "button",
      {
        type: "button",
        class: `incident row ${incident.origin}`,
        id: `incident-${incident.rank}`,
        "aria-expanded": String(isOpen),
        onclick: () => app.go({ view: "incidents", incident: isOpen ? null : incident.rank }),
      },
      ...cells(incident),
    );
    return h("li", { class: isOpen ? "open" : "" }, button, isOpen ? incidentDetail(app, incident) : null);
  };
  const press = (key: string): boolean => {
    const step = key === "j" ? 1 : key === "k" ? -1 : 0;
    const shown = incidents.filter((incident) => passes(app, incident));
    const at = shown.findIndex(({ rank }) => rank === open);
    if (key === "Escape" && open !== null) open = null;
    else if (key === "Enter" && document.activeElement?.tagName !== "BUTTON" && at >= 0) {
      const first = shown[at]?.firstBad ?? null;
      if (first !== null) app.go(routeOfRequest(app.recording, first));
      return true;
    } else if (step !== 0 && shown.length > 0) {
      open = shown[Math.min(shown.length - 1, Math.max(0, at + step))]?.rank ?? null;
      history.replaceState(null, "", hashOf({ view: "incidents", incident: open }));
    } else return false;
    draw();
    document.getElementById(`incident-${open}`)?.scrollIntoView({ block: "nearest" });
    return true;
  };
  draw();
  if (route.incident !== null)
    requestAnimationFrame(() => document.getElementById(`incident-${open}`)?.scrollIntoView({ block: "nearest" }));
  return { element, refresh: draw, press };
}

function noIncidents(compared: number): HTMLElement {
  if (compared === 0) return h("p", {}, "No request was compared with another, so nothing is known of breaks.");
  return h("p", { class: "good" }, `No incidents in ${pluralize(compared, "compared request")}.`);
}

function heads(): HTMLElement {
  const names = HEADS.map(([name, kind]) => h("span", { class: kind }, name));
  return h("div", { class: "incident head", "aria-hidden": "true" }, ...names);
}

const HEADS = [
  ["#", "rank"],
  ["cost", "cost"],
  ["share", "share"],
  ["what", "what"],
  ["code", "code"],
  ["where", "where"],
] as const;

function cells(incident: PageIncident): readonly HTMLElement[] {
  const { rank, share, what, codes, requests, maskedIn, conversations, from, origin } = incident;
  const where = [
    pluralize(conversations, "conversation"),
    pluralize(requests, "request"),
    ...(maskedIn === 0 ? [] : [`masked in ${maskedIn === requests ? "all" : count(maskedIn)}`]),
    ...(from === null ? [] : [`from ${dayAndTime(from)}`]),
    ...(origin === "ours" ? [] : [origin === "provider" ? "the provider's" : origin]),
  ];
  return [
    h("span", { class: "rank" }, String(rank)),
    h("span", { class: "cost" }, costOf(incident)),
    h("span", { class: "share" }, share === null ? "" : percent(share)),
    h("span", { class: "what" }, what),
    h("span", { class: "code" }, codes.join(" ")),
    h("span", { class: "where" }, where.join(" · ")),
  ];
}

function costOf({ usd: cost, tokens, isEstimate, isLeast }: PageIncident): string {
  if (cost !== null) return `${isLeast ? "≥ " : ""}${usd(cost, isEstimate)}`;
  return tokens === null ? "unknown" : `${isEstimate ? "~" : ""}${short(tokens)} tok`;
}

function passes(app: App, { codes, what, was, now, observed, place, fix }: PageIncident): boolean {
  const { search, code } = app.filters();
  const words = search.trim().toLowerCase();
  if (code !== "" && !codes.includes(code)) return false;
  const texts = [what, was?.text, now?.text, observed, place, fix, ...codes];
  return words === "" || texts.some((text) => text?.toLowerCase().includes(words) === true);
}
