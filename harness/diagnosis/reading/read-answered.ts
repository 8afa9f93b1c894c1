import { type CacheReason, readCacheReason } from "../../wires/read-cache-reason.ts";
import { type CountedRounds, countedRounds } from "../../wires/shared/usage/counted-rounds.ts";
import { type SavedUsage, reportedUsage } from "../../wires/shared/usage/kept-usage.ts";
import { wires } from "../../wires/list.ts";
import type { RecordedResponse } from "../../kernel/exchange.ts";
import type { CountedOver } from "../../kernel/inspection/counted-over.ts";
import type { DialectName } from "../../kernel/layout.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import type { Usage } from "../../kernel/usage.ts";

/** The cache facts in a response. */
export type ResponseFacts = {
  /** Whether a real provider answered with success: only then does a missing value mean anything. */
  readonly isReal: boolean;
  /** The reported counters. Null without counters, or if a script invented them. */
  readonly usage: Usage | null;
  /** Whether the counters are of this prompt alone, not sums over inner rounds or of its last step. */
  readonly isOnePrompt: boolean;
  readonly reason: CacheReason | null;
};

const SILENT: ResponseFacts = { isReal: false, usage: null, isOnePrompt: false, reason: null };

/** The recorded part of the response: a usage object may have been kept without the response's body. */
export type ResponseWithUsage = { readonly response: RecordedResponse | null; readonly usage?: SavedUsage | null };

/** A scripted server's counters are not evidence. Its diagnosis is, since it compares prompts. */
export function readAnswered(name: DialectName, sent: ResponseWithUsage): ResponseFacts {
  const known = answersOf(sent);
  const answered = known.get(name) ?? read(name, sent);
  known.set(name, answered);
  return answered;
}

const answersOf = memoizeByObject((_sent: ResponseWithUsage) => new Map<DialectName, ResponseFacts>());

function read(name: DialectName, sent: ResponseWithUsage): ResponseFacts {
  const { response, usage: kept = null } = sent;
  if (response === null && kept === null) return SILENT;
  if (response !== null && response.status >= 400) return SILENT;
  const reason = response === null ? null : readCacheReason(response);
  if (response !== null && !response.usageIsReal) return { ...SILENT, reason };
  const dialect = wires.find((each) => each.name === name);
  const usage = dialect === undefined ? null : reportedUsage(dialect, { response, usage: kept });
  return { isReal: true, usage, isOnePrompt: countedOver(sent) === "one-prompt", reason };
}

/** What the counters of a response cover, as far as it says so itself. */
export const countedOver: (sent: ResponseWithUsage) => CountedOver = memoizeByObject(
  (sent) => OVER[countedRounds(sent)],
);

const OVER: Readonly<Record<CountedRounds, CountedOver>> = {
  one: "one-prompt",
  several: "inner-rounds",
  last: "last-step",
};
