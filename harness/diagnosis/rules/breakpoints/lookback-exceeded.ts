import { positionsBetween } from "../../reading/breakpoints.ts";
import type { Evidence } from "../../evidence.ts";
import { unsoughtEntry } from "../../facts/unsought-entry.ts";
import type { Observation, Rule } from "../../rule.ts";

/** As many blocks as the provider looks at; from the breakpoint after them it sees no earlier block. */
const TWENTY_TEXTS = `{"type":"text","text":"note"},`.repeat(20);

export const lookbackExceeded: Rule = {
  code: "CB503",
  slug: "lookback-exceeded",
  segment: "breakpoints",
  severity: "high",
  weight: "beside",
  providerReason: null,
  title: "The fork's breakpoint lies too far behind the parent's entry",
  when: "From every breakpoint of the fork, the distance to the parent's last shared breakpoint is longer than the provider looks back. On OpenAI since GPT-5.6, more messages than it looks up lie behind the parent's entry.",
  why: "From a marked block the provider looks back a fixed number of positions. A turn that adds more blocks moves the parent's entry out of reach. The read falls back to an earlier entry, or to nothing.",
  fix: "Keep a breakpoint on the last shared block, in addition to the one at the end.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"user","content":[${TWENTY_TEXTS}{"type":"text","text":"go","cache_control":{"type":"ephemeral"}}]}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]},{"role":"user","content":[${TWENTY_TEXTS}{"type":"text","text":"go","cache_control":{"type":"ephemeral"}}]}]}`,
  },
  detect(evidence) {
    const { parentMarks, childMarks, childBlocks, shared, rules } = evidence.breakpoints();
    if (rules === null) return tooFar(evidence);
    const stored = parentMarks.findLast(({ at }) => at < shared);
    const covering = stored === undefined ? [] : childMarks.filter(({ at }) => at >= stored.at);
    if (stored === undefined || covering.length === 0) return null;
    const distances = covering.map(({ at }) => positionsBetween(childBlocks, { from: stored.at, to: at }, rules));
    const nearest = Math.min(...distances);
    if (nearest < rules.lookbackPositions.value) return null;
    return {
      observed: `the parent's entry lies ${nearest} positions before the fork's nearest breakpoint; the provider looks back over at most ${rules.lookbackPositions.value - 1}`,
      pointer: stored.block.pointer,
      loses: stored.block.segment,
    };
  },
};

/** Where the ends of messages are looked up instead. */
function tooFar(evidence: Evidence): Observation | null {
  const entry = unsoughtEntry(evidence);
  if (entry?.because !== "too-far") return null;
  const { pointer, lostBytes } = entry;
  return {
    observed: "the fork adds more messages behind the parent's entry than the provider looks up",
    pointer,
    lostBytes,
  };
}
