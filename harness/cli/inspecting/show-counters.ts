import { countedRequests } from "../../counters/counted-requests.ts";
import { counterTimeline } from "../../counters/counter-timeline.ts";
import type { Console } from "../../io/console.ts";
import { renderJson } from "../../report/render-json.ts";
import type { OpenedSources } from "../../sources/open-sources.ts";
import type { Invocation } from "../command.ts";
import { describeSources } from "../sources/describe-sources.ts";

/** What asks for requests that were compared, or for one of them: counters alone do not answer it. */
const NEEDS_BODIES: readonly string[] = [
  "fail-on-break",
  "html",
  "jsonl",
  "by",
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
  { options }: Invocation,
  { out, err, outStyle }: Console,
): Promise<boolean> {
  if (NEEDS_BODIES.some((name) => options.has(name))) return false;
  const requests = countedRequests(sources.recording, (id) => sources.originOf(id)?.path ?? "");
  if (requests === null) return false;
  const timeline = counterTimeline(requests);
  for (const line of describeSources(sources.describe())) err(line);
  if (options.has("json")) out(renderJson(timeline));
  else {
    const { renderCounters } = await import("../../report/render-counters.ts");
    out(renderCounters(timeline, outStyle));
  }
  return true;
}
