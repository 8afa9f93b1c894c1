import type { JobResult, RunResult } from "../kernel/run-result.ts";
import { renderJson, renderJsonInList } from "./render-json.ts";

/**
 * Renders a run as `renderJson` does, repeatedly as its jobs end, in pieces. Each job is rendered once, since the cost of writing a
 * report during a run would otherwise grow with each job.
 */
export function makeRunRenderer(): (result: RunResult) => readonly string[] {
  const texts = new WeakMap<JobResult, string>();
  const textOf = (job: JobResult): string => {
    const text = texts.get(job) ?? renderJsonInList(job);
    texts.set(job, text);
    return text;
  };
  return (result) => {
    const frame = renderJson({ ...result, jobs: [] });
    if (result.jobs.length === 0) return [frame];
    // No string of JSON holds a line break, and no other member stands that far left.
    const at = frame.indexOf(NO_JOBS);
    const jobs = result.jobs.flatMap((job, index) => [index === 0 ? "\n" : ",\n", textOf(job)]);
    return [frame.slice(0, at), '\n  "jobs": [', ...jobs, "\n  ]", frame.slice(at + NO_JOBS.length)];
  };
}

const NO_JOBS = '\n  "jobs": []';
