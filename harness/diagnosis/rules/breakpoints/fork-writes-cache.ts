import type { Rule } from "../../rule.ts";

export const forkWritesCache: Rule = {
  code: "CB509",
  slug: "fork-writes-cache",
  segment: "breakpoints",
  severity: "none",
  weight: "note",
  providerReason: null,
  title: "The fork marks its own tail",
  when: "A request that is recorded as a fork marks a block behind what it shares with its parent.",
  why: "A breakpoint behind the shared part stores the fork's directive at the price of a write. A fork of one turn, whose tail no request continues, pays for an entry that is never read.",
  fix: "Put the breakpoint of a fire-and-forget fork on the last message that it shares with its parent.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]},{"role":"user","content":[{"type":"text","text":"go","cache_control":{"type":"ephemeral"}}]}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]},{"role":"user","content":[{"type":"text","text":"go"}]}]}`,
    sent: { broken: { forkOf: "parent" }, fixed: { forkOf: "parent" } },
  },
  detect(evidence) {
    if (evidence.child.exchange.forkOf === null || evidence.comparison.verdict === "diverged") return null;
    const { childMarks, childBlocks, shared } = evidence.breakpoints();
    const own = childMarks.findLast(({ at }) => at >= shared);
    if (own === undefined) return null;
    return {
      observed: `a breakpoint is on block ${own.at - shared + 1} of the fork's ${childBlocks.length - shared} own ones`,
    };
  },
};
