import type { JobResult, RunResult } from "../kernel/run-result.ts";
import { renderJson } from "./render-json.ts";

/**
 * Renders a run as `renderJson` does, repeatedly as its jobs end. Each job is rendered once, since the cost of writing a report
 * during a run would otherwise grow with each job.
 */
export function makeRunRenderer(): (result: RunResult) => string {
  const texts = new WeakMap<JobResult, string>();
  const textOf = (job: JobResult): string => {
    const text = texts.get(job) ?? indented(renderJson(job));
    texts.set(job, text);
    return text;
  };
  return (result) => {
    const frame = renderJson({ ...result, jobs: [] });
    if (result.jobs.length === 0) return frame;
    // No string of JSON holds a line break, and no other member stands that far left.
    return frame.replace('\n  "jobs": []', () => `\n  "jobs": [\n${result.jobs.map(textOf).join(",\n")}\n  ]`);
  };
}

/** By the two levels that a job stands deep in its run. Joined, because what `replaceAll` builds holds a piece for each line. */
function indented(document: string): string {
  return `    ${document.trimEnd().split("\n").join("\n    ")}`;
}
