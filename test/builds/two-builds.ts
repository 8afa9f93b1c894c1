import { join } from "node:path";
import { compareRecordings } from "../../harness/cli/inspecting/compare-recordings.ts";
import { NO_DAMAGE } from "../../harness/cli/sources/max-damaged-option.ts";
import type { BuildComparison } from "../../harness/kernel/inspection/build-comparison.ts";
import { type Client, conversation, type Fault, markedClients, type Sent } from "../break-cost/conversation.ts";
import { served } from "../break-cost/world.ts";
import { writeLog } from "../incidents/write-log.ts";

/** It has breakpoints, and its provider reports what it read and wrote. */
const client: Client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;

/** The requests of one task, whatever the build does wrong. */
export function task(
  turns: number,
  faults: readonly Fault[] = [],
  forksBehind: readonly number[] = [],
): readonly Sent[] {
  return conversation(client, 11, { turns, faults, forksBehind });
}

/** Writes what a build sent and was answered. Before the request `evictedAt` the provider drops all that it had stored. */
export function writeBuild(
  folder: string,
  name: string,
  sent: readonly Sent[],
  evictedAt: string | null = null,
): string {
  const { recording } = served(client, sent, evictedAt);
  const path = join(folder, `${name}.jsonl`);
  writeLog(
    path,
    recording.ids.map((id) => recording.load(id)),
  );
  return path;
}

export function compared(before: string, after: string): Promise<BuildComparison> {
  return compareRecordings(before, after, {
    maxDamaged: NO_DAMAGE,
    allowsFewer: true,
    err: () => {},
    errStyle: { colour: false, columns: 80 },
  });
}

export function worseIn({ changes }: BuildComparison): readonly string[] {
  return changes.filter(({ isWorse }) => isWorse).map(({ what }) => what);
}
