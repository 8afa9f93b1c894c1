import type { PageJob, PageRun } from "../../page-data.ts";
import type { App, View } from "../app-state.ts";
import { fill, h } from "../dom.ts";
import { charts } from "../parts/charts.ts";
import { comparisonPart } from "../parts/comparison.ts";
import { jobPicture } from "../parts/job-picture.ts";
import { hashOf, type Route } from "../route.ts";

/** The jobs of a run: failed and regressed first. */
export function jobsView(app: App, run: PageRun, route: Extract<Route, { readonly view: "jobs" }>): View {
  const list = h("div", { class: "jobs" });
  const jobs = [...run.jobs].sort((one, other) => order(one) - order(other));
  const element = h(
    "main",
    { class: "scroll", tabindex: -1 },
    h("h2", { class: run.outcome === "passed" ? "good" : "bad" }, `Run ${run.outcome}`),
    h("p", {}, run.summary),
    ...run.failures.map((reason) => h("p", { class: "bad-text" }, reason)),
    run.bars.length === 0 ? null : charts(run.bars, []),
    run.baseline === null ? null : h("p", { class: "faint" }, run.baseline),
    run.comparison === null ? null : comparisonPart(run.comparison),
    list,
  );
  const draw = (): void => {
    const { search, code } = app.filters();
    const words = search.trim().toLowerCase();
    const shown = jobs.filter(
      ({ id, place, lines, pairs }) =>
        [id, place, ...lines].some((text) => text.toLowerCase().includes(words)) &&
        (code === "" || pairs.some((at) => hasCode(app, at, code))),
    );
    fill(
      list,
      shown.length === 0
        ? h("p", {}, "No job passes the filters.")
        : h("ul", {}, ...shown.map((job) => jobItem(app, job))),
    );
  };
  draw();
  if (route.job !== null)
    requestAnimationFrame(() => document.getElementById(`job-${route.job}`)?.scrollIntoView({ block: "center" }));
  return { element, refresh: draw, press: () => false };
}

function hasCode({ recording }: App, conversation: number, code: string): boolean {
  const rows = recording.byConversation[conversation] ?? [];
  return rows.some((row) => recording.request(row).findings.some((each) => each.code === code));
}

function order({ status, isRegressed }: PageJob): number {
  if (status === "failed" || status === "errored") return 0;
  return isRegressed ? 1 : status === "skipped" ? 2 : 3;
}

function jobItem(app: App, { id, place, status, lines, isRegressed, pairs }: PageJob): HTMLElement {
  return h(
    "li",
    { class: `job ${status}`, id: `job-${id}` },
    h(
      "div",
      { class: "job-head" },
      h("b", { class: "status" }, isRegressed ? `${status}, regressed` : status),
      h("a", { href: hashOf({ view: "jobs", job: id }) }, id),
      h("code", { class: "faint" }, place),
    ),
    ...lines.map((line) => h("p", {}, line)),
    ...pairs.map((at) => jobPicture(app, at)),
  );
}
