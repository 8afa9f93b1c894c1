import { saleTerms } from "../../wires/sale-terms.ts";
import { anchoredPair } from "../../break-cost/anchored-pair.ts";
import type { ContinuedPair } from "../../break-cost/continued-pair.ts";
import { editedTokens } from "../../break-cost/edited-tokens.ts";
import { servedWith, type Times, unstored } from "../../break-cost/counterfactual.ts";
import { leftOutLinks } from "../../break-cost/tail-of.ts";
import { repeatedAnswer } from "../../diagnosis/facts/repeated-answer.ts";
import { reportedStore } from "../../diagnosis/facts/served-prefix.ts";
import { unexplained } from "../../diagnosis/facts/unexplained.ts";
import { type PairPlay, readsToEnd } from "../../cache-model/play-pair.ts";
import type { PredictedUsage } from "../../cache-model/predicted-usage.ts";
import type { Evidence } from "../../diagnosis/evidence.ts";
import type { BreakCost, Fixes } from "../../kernel/breaks/break-cost.ts";
import { type Finding, isBreak } from "../../kernel/finding.ts";
import { faultsOf, fixedTogether, savedAlone, shortRead, tolerance } from "./cause-costs.ts";
import { once } from "../../kernel/memo/once.ts";
import { entryOf, type Fault, type ReadableEntries, type ReadableEntry, servedDespite } from "./readable-entries.ts";
import { paidPrompt, promptOf } from "./paid-prompt.ts";
import { type PairLengths, soundUsage } from "./pair-lengths.ts";

/** The parent as it would have been without its own causes. */
export type UnbrokenParent = {
  /** Tokens by which its prompt would have been longer; negative if it would have been shorter. */
  readonly longerBy: number;
  /** Whether its own cost counts a breakpoint at its end. */
  readonly isStored: boolean;
};

const AS_SENT: UnbrokenParent = { longerBy: 0, isStored: false };

/** `earlier` are the entries of requests before the parent; they are asked for where a cause may leave them readable. */
type BreakOptions = {
  readonly at: string | null;
  readonly before?: UnbrokenParent | undefined;
  readonly fixes?: Fixes | undefined;
  readonly earlier?: (() => readonly ReadableEntry[]) | undefined;
};

const NO_ENTRIES = (): readonly ReadableEntry[] => [];

/** The cost of a pair's causes, and its child as it would have been without them. */
export type JudgedBreak = { readonly cost: BreakCost; readonly unbroken: UnbrokenParent };

/**
 * The cost of the causes to the child: its actual usage, compared with the usage with its parent's prefix intact, under the same
 * key, with the breakpoints that its provider needs. Reported counters give the actual usage; unreported lengths are estimates.
 * Null without a cause, if the cache has no model, and if the model would read the same and no counters show otherwise. `at` as
 * in `pairLengths`.
 */
export function judgeBreak(
  evidence: Evidence,
  findings: readonly Finding[],
  lengths: () => PairLengths | null,
  { at, before = AS_SENT, fixes, earlier = NO_ENTRIES }: BreakOptions,
): JudgedBreak | null {
  if (!findings.some(({ role }) => role === "cause")) return null;
  const [play, known] = [evidence.wholeCache(), lengths()];
  if (play === null || known === null) return null;
  const faults = faultsOf(findings, evidence, play);
  const alone = weigh(evidence, { at, longerBy: before.longerBy, play, lengths: known }, faults);
  const { pair, times } = alone;
  const reaches = faults.map(({ reach }) => reach);
  const parentWrites = before.isStored ? 0 : unstored(reaches, pair, times, known.stored ?? 0);
  const read = soundUsage(evidence.child)?.read ?? null;
  const own = entryOf(faults, pair, times);
  const entries: ReadableEntries = once(() => [own, ...earlier()]);
  // What lies between an older request and this one beyond the causes of this pair is not theirs.
  const isElsewhere = ({ code }: Fault): boolean => faults.every((each) => each.code !== code);
  const weighed = storesAll(play)
    ? alone
    : { ...alone, served: longest(alone.served, servedDespite(entries, isElsewhere)) };
  const all = costOf(evidence, weighed, read === null ? servedDespite(entries, () => true) : null);
  // A cause that the model's key does not distinguish: without counters, what it costs is unknown rather than nothing.
  if (read === null && all.lostTokens === 0 && readsToEnd(play)) return null;
  // One cause costs all of it, whatever older entries hold.
  const looked: ReadableEntries = faults.length > 1 ? entries : () => [own];
  const causes = [...faults.map((fault) => savedAlone(fault, looked)), ...shortRead(all, faults, weighed, play)];
  const fixed = fixes === undefined ? null : fixedTogether(fixes, all, own, entries);
  const [only, ...others] = causes;
  const cost = {
    ...all,
    ...(parentWrites > 0 && { parentWrites }),
    ...(fixed !== null && { fixed }),
    // One cause costs all of it: counters know that better than the model.
    causes: only !== undefined && others.length === 0 ? [{ ...only, savesTokens: all.lostTokens }] : causes,
  };
  const more = weighed.served.total - known.total;
  const longerBy = more > CUT * known.total ? more : before.longerBy - editedTokens(pair, play, known.total);
  return { cost, unbroken: { longerBy, isStored: true } };
}

/**
 * The part of the parent's entry that the provider did not serve, as both responses report: evicted, or missed on another
 * machine. Null if anything else explains the shorter read.
 */
export function unservedBreak(
  evidence: Evidence,
  findings: readonly Finding[],
  known: () => PairLengths | null,
  at: string | null,
): BreakCost | null {
  if (findings.some(isBreak) || readWholeEntry(evidence)) return null;
  const play = unexplained(evidence) === null ? null : evidence.wholeCache();
  const lengths = play === null ? null : known();
  if (play === null || lengths?.isStoredTold !== true) return null;
  const weighed = weigh(evidence, { at, longerBy: 0, play, lengths }, []);
  const cost = costOf(evidence, weighed);
  return cost.lostTokens > tolerance(play, weighed.served.read) ? { ...cost, causes: [] } : null;
}

/**
 * Whether the counters show a read of all that the parent marked. A marked entry serves no more than its end, so nothing was lost whatever the
 * lengths are, and finding these costs more than all else about a turn without a break.
 */
function readWholeEntry(evidence: Evidence): boolean {
  const { read = null, fresh = null } = soundUsage(evidence.child) ?? {};
  const play = read === null || fresh === null ? null : evidence.cache();
  if (read === null || play?.rules.engine !== "marked-blocks") return false;
  return read >= (reportedStore(evidence, play) ?? Infinity);
}

/** The entry that the parent of a pair left for its child; null if the cache has no model. */
export function readableEntry(
  evidence: Evidence,
  findings: readonly Finding[],
  lengths: PairLengths | null,
): ReadableEntry | null {
  const play = evidence.wholeCache();
  if (play === null || lengths === null) return null;
  const faults = faultsOf(findings, evidence, play);
  const { pair, times } = weigh(evidence, { at: null, longerBy: 0, play, lengths }, faults);
  return entryOf(faults, pair, times);
}

/** Without a breakpoint at the end of its prompt a parent leaves less than an older request may have left. */
function storesAll({ rules, end, stored }: PairPlay): boolean {
  return rules.engine !== "marked-blocks" || end === stored.links.at(-1);
}

function longest(one: PredictedUsage, other: PredictedUsage): PredictedUsage {
  return other.read > one.read ? other : one;
}

/** The known facts about a pair. */
type PairFacts = {
  readonly at: string | null;
  readonly longerBy: number;
  readonly play: PairPlay;
  readonly lengths: PairLengths;
};

/** A pair with the lengths that are known, and what it is served without its faults. */
type WeighedPair = {
  readonly lengths: PairLengths;
  readonly pair: ContinuedPair;
  readonly times: Times;
  readonly served: PredictedUsage;
  readonly isStoredTold: boolean;
};

function weigh(evidence: Evidence, { at, longerBy, play, lengths }: PairFacts, faults: readonly Fault[]): WeighedPair {
  const ends = { at, answerAt: repeatedAnswer(evidence) };
  const pair = anchoredPair(evidence.comparison, play, ends, {
    // A shared prefix is stored with its trailer: its counters show the whole prompt, which is known anyway.
    parent: {
      total: lengths.parentTotal,
      stored: lengths.isStoredTold && play.rules.engine !== "shared-prefix" ? lengths.stored : null,
    },
    child: { total: lengths.total, stored: toldStore(evidence, play) },
    longerBy,
  });
  const times = timesOf(evidence, play);
  const reaches = faults.map(({ reach }) => reach);
  const isStoredTold = lengths.isStoredTold && reaches.every(({ by }) => by !== "breakpoints");
  const served = servedWith([], reaches, pair, times);
  // Where no block differs the unbroken prompt is the one that was sent.
  const isSame = evidence.comparison.diverged === null && leftOutLinks(pair) === 0;
  return {
    lengths,
    pair,
    times,
    served: isSame ? withTotal(served, lengths.total + longerBy) : served,
    isStoredTold,
  };
}

/** Counters of parent and child may disagree by some tokens on what they share. */
function withTotal({ read, write, fresh, writeByTtl }: PredictedUsage, total: number): PredictedUsage {
  const more = total - read - write - fresh;
  const [ttl] = Object.entries(writeByTtl).findLast(([, tokens]) => tokens + more >= 0 && tokens > 0) ?? [];
  if (ttl === undefined) {
    const rest = Math.max(0, fresh + more);
    return { read: total - write - rest, write, fresh: rest, total, writeByTtl };
  }
  return {
    read,
    write: write + more,
    fresh,
    total,
    writeByTtl: { ...writeByTtl, [ttl]: (writeByTtl[ttl] ?? 0) + more },
  };
}

/** Without counters the read is the longest of what the parent's entry and older ones would give (`predicted`). */
function costOf(
  evidence: Evidence,
  { lengths, served, isStoredTold }: WeighedPair,
  predicted: PredictedUsage | null = null,
): Omit<BreakCost, "causes"> {
  const paid = paidPrompt(evidence, lengths);
  const prompt = predicted !== null && predicted.read > paid.read ? promptOf(predicted) : paid;
  const { startedAtMs } = evidence.child.exchange;
  const isReadTold = (soundUsage(evidence.child)?.read ?? null) !== null;
  return {
    lostTokens: Math.max(0, served.read - prompt.read),
    grade: isStoredTold && isReadTold ? "reported" : lengths.isAnchored ? "anchored" : "estimate",
    prompt,
    unbroken: promptOf(served),
    model: evidence.child.model(),
    ...saleTerms(evidence.child.exchange, evidence.child.layout),
    usd: null,
    pricesOf: startedAtMs === null ? null : new Date(startedAtMs).toISOString(),
  };
}

/** The child's reads and writes end with its last stored prefix. */
function toldStore({ child }: Evidence, { rules }: PairPlay): number | null {
  const { read = null, write = null } = soundUsage(child) ?? {};
  const stored = (read ?? 0) + (write ?? 0);
  return rules.engine === "shared-prefix" || stored === 0 || read === null || write === null ? null : stored;
}

/** Content that an edit adds or takes is not a history that was cut. */
const CUT = 0.05;

/** Requests whose times are not recorded are taken to follow each other within a minute. */
function timesOf({ parent, child }: Evidence, { timesKnown }: PairPlay): Times {
  const parentMs = parent.exchange.startedAtMs ?? 0;
  const inTimeMs = parentMs + IN_TIME_MS;
  return {
    parentMs,
    readableMs: parentMs + (parent.exchange.firstByteMs ?? 0),
    childMs: timesKnown ? (child.exchange.startedAtMs ?? inTimeMs) : inTimeMs,
    inTimeMs,
  };
}

const IN_TIME_MS = 60_000;
