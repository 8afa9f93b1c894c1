import { counterTimeline } from "../../counters/counter-timeline.ts";
import type { SplitRecording } from "../../counters/split-counters.ts";
import type { Console } from "../../io/console.ts";
import { renderJson } from "../../report/render-json.ts";
import type { OpenedSources } from "../../sources/open-sources.ts";
import type { Invocation } from "../command.ts";
import type { PageOutput } from "./page-option.ts";
import { describeSources } from "../sources/describe-sources.ts";

/** What asks for requests that were compared, or for one of them: counters alone do not answer it. */
const NEEDS_BODIES: readonly string[] = [
  "fail-on-break",
  "jsonl",
  "by",
  "incident",
  "blocks",
  "parent-of",
  "since",
  "until",
  "model",
  "conversation",
];

/** Shows a recording of which only counters survive; false, and nothing is printed, for any other. */
export async function showCounters(
  sources: OpenedSources,
  { bodies, counted }: SplitRecording,
  { options, positionals }: Invocation,
  page: PageOutput | null,
  { out, err, outStyle, errStyle }: Console,
): Promise<boolean> {
  if (NEEDS_BODIES.some((name) => options.has(name))) return false;
  if (counted.length === 0 || bodies.ids.length > 0) return false;
  const timeline = counterTimeline(counted);
  for (const line of describeSources(sources.describe(), errStyle)) err(line);
  if (page !== null) err(await page.writeCounters(timeline, positionals));
  if (options.has("json")) out(renderJson(timeline));
  else {
    const { renderCounters } = await import("../../report/render-counters.ts");
    out(renderCounters(timeline, outStyle));
  }
  return true;
}
