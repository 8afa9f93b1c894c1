import { compareToMinimum } from "../../cache-model/compare-to-minimum.ts";
import { type PairPlay, readsToEnd } from "../../cache-model/play-pair.ts";
import { sharedUnits } from "../reading/breakpoints.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import type { Evidence } from "../evidence.ts";
import { readFromCache } from "./served-prefix.ts";

/** The parent's last entry, at whose end its fork does not look although it repeats all of it. */
export type UnsoughtEntry = {
  /** JSON pointer of the block at which the entry ends, in the parent's body. */
  readonly pointer: string;
  /** Raw bytes of the parent's blocks between what the fork can read and the entry's end. */
  readonly lostBytes: number;
  /** Why not: it dropped the breakpoint there, reads at breakpoints alone, wrote on in the same message, or is too many messages behind. */
  readonly because: "breakpoint-dropped" | "explicit-only" | "message-goes-on" | "too-far";
};

/**
 * Providers that read at the ends of messages and at breakpoints, nowhere in between (harness/providers/FACTS.md#openai-boundaries), and those
 * with a cache of its own for requests with breakpoints. Null for all others, where the entry may be too short or may have expired, and where
 * the counters show that it was read.
 */
export function unsoughtEntry(evidence: Evidence): UnsoughtEntry | null {
  const { comparison } = evidence;
  const play = comparison.verdict === "diverged" ? null : evidence.cache();
  if (play === null || !isExact(play.rules)) return null;
  const { end, isShared, prediction, stored } = play;
  if (end === null || !isShared || prediction.missed !== null || readsToEnd(play)) return null;
  if (readFromCache(evidence, play) || compareToMinimum(stored, comparison.parent, end).side !== "above") return null;
  const at = stored.links.indexOf(end);
  const { pointer } = end;
  return { pointer, lostBytes: bytesBetween(evidence, play, pointer), because: reasonAt(play, at) };
}

function isExact(rules: ProviderRules): boolean {
  return rules.engine === "boundaries" || (rules.engine === "marked-blocks" && rules.excludesAutomatic?.value === true);
}

function reasonAt({ rules, stored, asked }: PairPlay, at: number): UnsoughtEntry["because"] {
  // A later breakpoint of the fork looks back to it, if not far enough.
  if (rules.engine === "marked-blocks")
    return (asked.breakpoints.at(-1)?.link ?? -1) < at ? "breakpoint-dropped" : "too-far";
  if (stored.breakpoints.some(({ link }) => link === at)) return "breakpoint-dropped";
  if (asked.mode === "explicit") return "explicit-only";
  const [own, next] = [asked.links[at], asked.links[at + 1]];
  const goesOn = own !== undefined && next !== undefined && isOneMessage(own, next);
  return goesOn ? "message-goes-on" : "too-far";
}

/** Results that follow each other count as one message. */
function isOneMessage(one: PairPlay["asked"]["links"][number], next: PairPlay["asked"]["links"][number]): boolean {
  return one.message === next.message || (one.kind === "tool-result" && next.kind === "tool-result");
}

function bytesBetween({ comparison }: Evidence, { prediction, stored }: PairPlay, end: string): number {
  const blocks = sharedUnits(comparison).filter(({ unit }) => unit === "block");
  const read = prediction.hit === null ? undefined : stored.links[prediction.hit.link]?.pointer;
  const first = blocks.findIndex(({ pointer }) => pointer === read) + 1;
  const last = blocks.findIndex(({ pointer }) => pointer === end);
  return blocks.slice(first, last + 1).reduce((bytes, { span }) => bytes + span.end - span.start, 0);
}
