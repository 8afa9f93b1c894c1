import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf, type Sent } from "./sent.ts";

/** Each request as `<id> <parent> <relation>`, with `?` where that is suspected, and the codes that cost something. */
export function drawn(...requests: readonly Sent[]): readonly string[] {
  return inspectRecording(recordingOf(requests)).exchanges.map(({ id, parent, relation, certainty, findings }) => {
    const codes = findings.filter(({ role }) => role === "cause").map(({ code }) => ` ${code}`);
    return `${id} ${parent ?? "-"} ${relation}${certainty === "suspected" ? "?" : ""}${codes.join("")}`;
  });
}
