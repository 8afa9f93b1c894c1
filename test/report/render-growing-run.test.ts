import { expect, test } from "vitest";

import type { RunResult } from "../../harness/kernel/run-result.ts";
import { makeRunRenderer } from "../../harness/report/render-growing-run.ts";
import { renderJson } from "../../harness/report/render-json.ts";
import { forkedRun, passedRun, sampleRun, sessionRun } from "./sample-run.ts";

test("a run that is rendered as it grows gives the same text as one that is rendered at once", () => {
  const odd = { ...sampleRun.jobs[0]!, id: '\n  "jobs": [] $& ##[error]', variant: { jobs: '[]"\n' } };
  const all = [odd, ...sampleRun.jobs, ...forkedRun.jobs, ...sessionRun.jobs];
  const render = makeRunRenderer();
  for (let count = 0; count <= all.length; count += 1) {
    const run: RunResult = { ...passedRun, outcome: "interrupted", jobs: all.slice(0, count) };
    expect(render(run).join("")).toBe(renderJson(run));
  }
});
