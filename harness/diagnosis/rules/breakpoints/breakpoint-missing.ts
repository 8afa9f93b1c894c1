import { type MarkedBlock, sharedUnits } from "../../reading/breakpoints.ts";
import type { Evidence } from "../../evidence.ts";
import { unmarkedBehindBreak, unmarkedTail, unstoredTail } from "../../facts/unmarked-tail.ts";
import { unsoughtEntry } from "../../facts/unsought-entry.ts";
import type { Observation, Rule } from "../../rule.ts";
import { formatCount, pluralize } from "../../../kernel/text/format-count.ts";

export const breakpointMissing: Rule = {
  code: "CB501",
  slug: "breakpoint-missing",
  segment: "breakpoints",
  severity: "high",
  weight: "beside",
  providerReason: null,
  title: "No breakpoint of the fork covers what it shares with its parent",
  when: "The provider needs breakpoints, and one of two holds. The fork has no breakpoint on or behind the last shared block that the parent marked. Or neither request marks the end of the shared prefix: the prefix is surely longer than the model's minimum, and more than a short reminder is left unmarked. On OpenAI since GPT-5.6: the parent's entry ends where the fork has neither a breakpoint nor the end of a message, or the fork reads at breakpoints alone. On DashScope: the parent stored an entry at a breakpoint, and the fork sets no breakpoint there or behind it.",
  why: "This provider looks an entry up only from a marked block backwards. Without a breakpoint at or behind the parent's last one, the entry is there and no request asks for it. Where neither marks, nothing is stored: the prefix is paid in full with every request.",
  fix: "Put a breakpoint on the last block that is shared, or behind it.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const { parentMarks, childMarks, shared, needed } = evidence.breakpoints();
    if (needed && evidence.comparison.verdict === "diverged") {
      const masked = behindBreak(evidence);
      if (masked !== null) return masked;
    }
    if (!needed) return unsought(evidence);
    if (shared === 0) return null;
    if (childMarks.some(({ at }) => at >= shared - 1)) return leftUnstored(evidence);
    const stored = parentMarks.findLast(({ at }) => at < shared);
    const last = childMarks.at(-1);
    if (stored === undefined || (last !== undefined && last.at >= stored.at)) return forgotten(evidence, last);
    const observed =
      last === undefined
        ? `the fork carries no breakpoint; the parent's last is on block ${stored.at + 1} of ${shared} shared ones`
        : `the fork's last breakpoint is ${pluralize(stored.at - last.at, "block")} before the parent's`;
    return { observed, pointer: stored.block.pointer, loses: "tools" };
  },
};

/** Where breakpoints are not the only places to look at: the fork looks at none that its parent stored. */
function unsought(evidence: Evidence): Observation | null {
  const entry = unsoughtEntry(evidence);
  if (entry === null || entry.because === "too-far") return null;
  const { pointer, lostBytes } = entry;
  return { ...UNSOUGHT[entry.because], pointer, lostBytes };
}

const UNSOUGHT = {
  "breakpoint-dropped": { observed: "the parent's entry ends at a breakpoint that the fork does not set" },
  "explicit-only": {
    observed: "the fork's mode reads at explicit breakpoints alone, but does not set one where the parent's entry ends",
  },
  "message-goes-on": {
    observed:
      "the parent's entry ends inside a message of the fork: the fork added to it, and the provider reads at ends of messages alone",
    fix: "Put a breakpoint on the block where the parent's entry ends, or begin a new message after it.",
  },
} as const;

/** The fork would find what its parent left unmarked. Counters of both have to show that it was paid twice. */
function leftUnstored(evidence: Evidence): Observation | null {
  const left = unstoredTail(evidence);
  if (left === null) return null;
  const observed = `the parent stored ${formatCount(left.stored)} of its ${formatCount(left.total)} tokens: no breakpoint of its own stands behind them, and the fork read ${formatCount(left.read)}`;
  return {
    observed,
    pointer: left.pointer,
    lostBytes: bytesBehind(evidence, evidence.breakpoints().parentMarks.at(-1)),
  };
}

/** The prefix breaks anyway; once it does not, the breakpoints are missing. */
function behindBreak(evidence: Evidence): Observation | null {
  const tail = unmarkedBehindBreak(evidence);
  if (tail === null) return null;
  const observed = `the end of the prompt has no breakpoint, although the model caches prefixes from ${formatCount(tail.minimumTokens)} tokens on`;
  return { observed, pointer: tail.pointer, masked: true };
}

/** Neither side marks the end of what they share: it was not stored and is not looked up. */
function forgotten(evidence: Evidence, last: MarkedBlock | undefined): Observation | null {
  const tail = unmarkedTail(evidence);
  if (tail === null) return null;
  const { shared } = evidence.breakpoints();
  const worth = `which the model would cache from ${formatCount(tail.minimumTokens)} tokens on`;
  const observed =
    last === undefined
      ? `neither request marks anything of what they share (${pluralize(shared, "block")}), ${worth}`
      : `neither request marks a shared block behind block ${last.at + 1} of ${shared}; everything behind it is paid in full, ${worth}`;
  return { observed, pointer: tail.pointer, lostBytes: bytesBehind(evidence, last) };
}

function bytesBehind({ comparison }: Evidence, last: MarkedBlock | undefined): number {
  const blocks = sharedUnits(comparison).filter(({ unit }) => unit === "block");
  const marked = last === undefined ? 0 : blocks.findIndex(({ pointer }) => pointer === last.block.pointer) + 1;
  return blocks.slice(marked).reduce((bytes, { span }) => bytes + span.end - span.start, 0);
}
