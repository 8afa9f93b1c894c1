import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judgeRecording } from "../../harness/verdict/recording/judge-recording.ts";
import { recordingFiles } from "../support/recorded-requests.ts";

/** A parent and its child, as a client sent them. */
export type ExchangePair = { readonly parent: Exchange; readonly child: Exchange };

/** Parents that are shorter say more about the price of a call than about a scanner. */
const LEAST_BYTES = 4_000;

/** Every parent and child of the recordings of real clients, by wire format; empty without recordings. */
export function realPairs(): ReadonlyMap<DialectName, readonly ExchangePair[]> {
  const pairs = new Map<DialectName, ExchangePair[]>();
  for (const file of recordingFiles) {
    for (const [wire, pair] of pairsOf(file)) pairs.set(wire, [...(pairs.get(wire) ?? []), pair]);
  }
  return pairs;
}

function pairsOf(file: string): readonly (readonly [DialectName, ExchangePair])[] {
  const recording = openRecording(file);
  const pairs: (readonly [DialectName, ExchangePair])[] = [];
  try {
    for (const { exchange, read } of judgeRecording(recording, {})) {
      const judgement = read?.judgement ?? null;
      if (judgement === null || judgement.dialect === null || judgement.verdict === "not-comparable") continue;
      const parent = recording.load(judgement.parent.id);
      if (parent.request.length >= LEAST_BYTES) pairs.push([judgement.dialect, { parent, child: exchange }]);
    }
  } catch (error) {
    // A file with one request has no pair.
    if (!(error instanceof HarnessError) || error.code !== "HX252") throw error;
  }
  return pairs;
}
