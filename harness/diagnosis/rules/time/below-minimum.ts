import { compareToMinimum } from "../../../cache-model/compare-to-minimum.ts";
import { longBody } from "../../facts/long-example.ts";
import { sharedReach } from "../../facts/shared-reach.ts";
import type { Rule } from "../../rule.ts";
import { formatCount } from "../../../kernel/text/format-count.ts";

const SHORT = `{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}`;
const LONG = longBody().slice(`{"model":"m","messages":[`.length);

export const belowMinimum: Rule = {
  code: "CB704",
  slug: "below-minimum",
  segment: "time",
  severity: "medium",
  weight: "beside",
  providerReason: null,
  title: "The shared prefix is shorter than the model caches",
  when: "The shared prefix is surely below the model's cacheable minimum, where the rules know the model. A cause where the parent's own prefix was above it, so that the fork cut it short; a note where the parent was never cached.",
  why: "Below a minimum that depends on the model nothing is stored and nothing read, without an error: both counters are 0. A fork that keeps only the head of a long history falls below it.",
  fix: "Keep as much of the parent's history as the model caches.",
  example: {
    parent: `{"model":"claude-sonnet-4-5","messages":[${SHORT},{"role":"assistant","content":"Hello."},${LONG}`,
    broken: `{"model":"claude-sonnet-4-5","messages":[${SHORT}]}`,
    fixed: `{"model":"claude-sonnet-4-5","messages":[${SHORT},{"role":"assistant","content":"Hello."},${LONG}`,
  },
  detect(evidence) {
    const play = evidence.cache();
    if (evidence.comparison.verdict === "diverged" || play === null || wasCached(evidence)) return null;
    if (play.end === null) return null;
    // For a model without a row, the minimum is a guess.
    if (!play.asked.modelIsKnown && play.rules.models.length > 0) return null;
    const { minimumTokens } = play.asked;
    // Under another model's key nothing is shared, however long it is.
    const reach = play.stored.root === play.asked.root ? sharedReach(evidence.comparison, play) : null;
    if (reach === null) return null;
    const { parent } = evidence.comparison;
    const compared = compareToMinimum(play.stored, parent, reach, minimumTokens);
    if (compared.side !== "below") return null;
    // Without a mark of the fork's nothing is asked for, and that is another code's to say.
    if (play.rules.engine === "marked-blocks" && play.asked.breakpoints.length === 0) return null;
    const lost = compareToMinimum(play.stored, parent, play.end).side === "above";
    return {
      observed: `about ${formatCount(compared.tokens)} tokens are shared; the model caches none below ${formatCount(minimumTokens)}`,
      pointer: reach.pointer,
      ...(lost ? { loses: "tools" } : { harmless: true }),
    };
  },
};

/** Counters that are not 0 say that the estimate is too short. */
function wasCached({ parent, child }: Parameters<Rule["detect"]>[0]): boolean {
  return [parent, child].some((side) => {
    const { usage } = side.answered();
    return (usage?.read ?? 0) + (usage?.write ?? 0) > 0;
  });
}
