import type { Source } from "../cassette/recorded-exchange.ts";
import { wireNamed } from "../wires/list.ts";
import { keptUsage } from "../wires/shared/usage/kept-usage.ts";
import { conventionUsage } from "./convention-usage.ts";
import type { CountedRequest } from "./counter-timeline.ts";

/** The requests of a recording without any body; null if it has one. `fileOf` names the file of an exchange. */
export function countedRequests(recording: Source, fileOf: (id: string) => string): readonly CountedRequest[] | null {
  const requests: CountedRequest[] = [];
  for (const id of recording.ids) {
    const { fidelity, dialect, usage, startedAtMs, counted } = recording.load(id);
    if (fidelity !== "C") return null;
    requests.push({
      id,
      isUnordered: counted?.isUnordered === true,
      sum: counted?.sum === undefined ? null : { ...counted.sum, name: counted.session ?? id, source: fileOf(id) },
      session: [fileOf(id), counted?.session ?? ""].filter((part) => part !== "").join(" "),
      model: counted?.model ?? null,
      atMs: startedAtMs,
      usage: usage === null ? null : dialect === null ? conventionUsage(usage) : keptUsage(wireNamed(dialect), usage),
    });
  }
  return requests.some(({ usage }) => usage !== null) ? requests : null;
}
