import { accountHeaders } from "../../cache-model/account-headers.ts";
import { type MinimumComparison, compareToMinimum } from "../../cache-model/compare-to-minimum.ts";
import { type PairPlay, readsToEnd } from "../../cache-model/play-pair.ts";
import { isLong } from "../../cache-model/prompt/is-long.ts";
import type { Link } from "../../cache-model/prompt/link.ts";
import type { PromptChain } from "../../cache-model/prompt/prompt-chain.ts";
import type { Comparison } from "../../compare/compare-layouts.ts";
import type { Evidence } from "../../diagnosis/evidence.ts";
import { mayOutliveTtl } from "../../diagnosis/facts/may-outlive-ttl.ts";
import { readFromCache, reportedRead, reportedStore } from "../../diagnosis/facts/served-prefix.ts";
import { unknownMembers } from "../../diagnosis/facts/unknown-members.ts";
import { sharedPrefixes } from "../../diagnosis/facts/shared-reach.ts";
import { headerValues } from "../../diagnosis/reading/header-values.ts";
import type { Header } from "../../kernel/exchange.ts";
import { type Finding, isBreak } from "../../kernel/finding.ts";
import type { Reusable } from "../../kernel/judgement.ts";
import { formatCount } from "../../kernel/text/format-count.ts";
import { storedNothing } from "../costs/stored-nothing.ts";
import { cacheKeyMismatch } from "../cache-key-mismatch.ts";

/** Whether the provider can serve the parent's prefix to the child, and why it is so. */
export type ReusableVerdict = {
  readonly reusable: Reusable;
  readonly because: readonly string[];
};

/**
 * A cause, or what makes the request invalid, answers "no", and nothing else does: whatever the child lost has a finding. Without one the
 * provider's cache model is asked: the parent's request is played, then the child's, and what the child would read is held against what
 * the parent stored. If nothing can be read although nothing was lost, the answer is "unknown", with the reason.
 */
export function judgeReusable(evidence: Evidence, findings: readonly Finding[]): ReusableVerdict {
  const { comparison, provider } = evidence;
  const causes = findings.filter(isBreak);
  if (causes.length > 0) return no(causes.map(({ code, observed }) => `${code}: ${observed}`));
  const play = evidence.cache();
  if (play === null) return unknown(`the cache of ${provider ?? "this provider"} is not modelled`);
  const isServed = readFromCache(evidence, play);
  const unstored = storedNothing(evidence.parent.exchange, play.rules);
  // Counters that show the read know more: another request may have stored the same.
  if (unstored !== null && !isServed)
    return unstored.is === "nothing" ? nothingLost(unstored.because) : unknown(unstored.because);
  const unnamed = namedByOne(evidence);
  if (unnamed !== null && !isServed) return unknown(unnamed);
  if (play.prediction.missed?.because === "expired" && mayOutliveTtl(evidence, play))
    return unknown("the parent's entry had outlived what the provider promises, and was asked to be kept longer");
  const members = isServed ? [] : unknownMembers(evidence).map(({ name }) => name);
  if (members.length > 0)
    return unknown(
      `the two differ in ${members.join(", ")}, and forkproof does not know whether that reaches the prompt`,
    );
  const verdict = verdictOf(comparison, play, isServed);
  const unread = verdict.reusable === "yes" && !isServed ? unreadPart(evidence, play) : null;
  return unread === null ? verdict : unknown(unread);
}

/** What the counters say against a cache that could serve the child; null where they say nothing, or agree. */
function unreadPart(evidence: Evidence, play: PairPlay): string | null {
  const read = reportedRead(evidence);
  const stored = play.isShared ? reportedStore(evidence, play) : null;
  if (read === null || (read > 0 && (stored === null || read >= stored))) return null;
  const of = stored === null ? "" : ` of the ${formatCount(stored)} that the parent left`;
  return `the parent's entry should be readable, but the response reports a read of ${formatCount(read)} tokens${of}`;
}

/** Whether a verdict says that the child lost nothing, since the parent left nothing behind that it could have read. */
export function lostNothing({ reusable, because }: ReusableVerdict): boolean {
  return reusable === "unknown" && because.some((each) => each.startsWith(NOTHING_LOST));
}

const NOTHING_LOST = "nothing was lost, since ";

/** An account that one of the two names and the other leaves to its key may be the same or another. */
function namedByOne({ parent, child }: Evidence): string | null {
  const [before, after] = [parent.exchange.headers, child.exchange.headers];
  if (before.length === 0 || after.length === 0) return null;
  const names = accountHeaders.filter((name) => isSent(before, name) !== isSent(after, name));
  return names.length === 0
    ? null
    : `only one of the two sends ${names.join(", ")}; whether both are of one account is unknown`;
}

function isSent(headers: readonly Header[], name: string): boolean {
  return headerValues(headers, name).length > 0;
}

function verdictOf(comparison: Comparison, play: PairPlay, isServed: boolean): ReusableVerdict {
  const { rules, stored, asked, end, isShared } = play;
  const { missed } = play.prediction;
  if (end === null) return nothingLost("the parent marks no breakpoint, so nothing of it was stored");
  const short = belowMinimum(compareToMinimum(stored, comparison.parent, end), stored);
  if (short !== null) return short;

  if (rules.engine === "shared-prefix" && isShared && missed === null) {
    return unknown(`the whole prefix could be read, but ${rules.provider} promises no hit`);
  }
  // A prefix that was read can be read, whatever the model of the cache says.
  if (readsToEnd(play) || isServed) return served(play, comparison);
  if (missed?.because === "expired")
    return unknown(
      `the parent's entry may have expired when the child was sent: ${rules.provider} promises no lifetime`,
    );
  if (missed?.because === "not-yet-readable")
    return unknown("the child was sent before the parent's entry was surely written");
  if (rules.engine === "marked-blocks" && asked.breakpoints.length === 0)
    return unknown("the child marks no breakpoint, so the provider looks nothing up");
  if (isShared) {
    const { hit } = play.prediction;
    return unknown(
      hit === null ? "no breakpoint of the child reaches the parent's entry" : `only up to ${hit.pointer} can be read`,
    );
  }
  const prefixes = sharedPrefixes(comparison, play);
  const parted = stored.links[play.shared];
  if (parted !== undefined && play.shared < prefixes) {
    return unknown(cacheKeyMismatch(comparison, rules, parted.pointer));
  }
  return endsEarlier(play, end, comparison);
}

/** The fork shares less than the parent stored (a rewind, a declared fork point): an earlier entry may serve it. */
function endsEarlier(play: PairPlay, end: Link, comparison: Comparison): ReusableVerdict {
  const { hit } = play.prediction;
  const behind = `the parent's entry ends at ${end.pointer}, behind what the fork shares`;
  if (hit === null) return nothingLost(`${behind}, and no earlier one can be read`);
  if (play.rules.engine === "shared-prefix") {
    return unknown(`the shared prefix could be read up to ${hit.pointer}, but ${play.rules.provider} promises no hit`);
  }
  return hit.link >= sharedPrefixes(comparison, play) - 1
    ? served(play, comparison)
    : nothingLost(`${behind}: only up to ${hit.pointer} can be read`);
}

function served(play: PairPlay, comparison: Comparison): ReusableVerdict {
  if (!play.timesKnown) return unknown("the recording does not say when the two requests were sent");
  return { reusable: "yes", because: leftUnmarked(play, comparison) };
}

/** All that the parent stored can be served; where that is much less than what is shared, the parent did not mark the rest. */
function leftUnmarked(play: PairPlay, comparison: Comparison): readonly string[] {
  const { stored, end, isShared, rules } = play;
  if (rules.engine !== "marked-blocks" || end === null || !isShared) return [];
  const last = sharedPrefixes(comparison, play) - 1;
  const isLeft = last !== -1 && isLong(stored, stored.links.indexOf(end), last, stored.minimumTokens);
  return isLeft
    ? [`the parent stored no more than up to ${end.pointer}: what is shared behind that was not marked`]
    : [];
}

function belowMinimum(compared: MinimumComparison, { minimumTokens }: PromptChain): ReusableVerdict | null {
  if (compared.side === "above") return null;
  const { side, tokens } = compared;
  if (side === "below")
    return nothingLost(
      `about ${formatCount(tokens)} tokens are marked; the model caches none below ${formatCount(minimumTokens)}`,
    );
  return unknown(
    `about ${formatCount(tokens)} tokens are marked, too near to the model's minimum of ${formatCount(minimumTokens)} to tell`,
  );
}

function no(because: readonly string[]): ReusableVerdict {
  return { reusable: "no", because };
}

function unknown(because: string): ReusableVerdict {
  return { reusable: "unknown", because: [because] };
}

function nothingLost(because: string): ReusableVerdict {
  return unknown(NOTHING_LOST + because);
}
