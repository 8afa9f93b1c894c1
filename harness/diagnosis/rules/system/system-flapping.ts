import { hash } from "node:crypto";
import { leftOutBy } from "../../../compare/left-out.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { conversation } from "../../example-sequence.ts";
import { lineBefore, type SequenceRule } from "../../sequence-rule.ts";
import { unitKey } from "../../unit-key.ts";

/** The system prompt of a request and those of its line so far, as digests. */
type Line = { readonly now: string; readonly seen: ReadonlySet<string>; readonly told: boolean };

const RULES = "You review code. Read the whole change before you judge it, and name the file and the line.";

export const systemFlapping: SequenceRule = {
  code: "CB311",
  slug: "system-flapping",
  segment: "system",
  severity: "high",
  weight: "cause",
  providerReason: "system_changed",
  title: "The system prompt changes and changes back",
  when: "Over three requests or more of one line the system prompt returns to a text that it had before.",
  why: "Each change of the system prompt pays for it and for every message again. A hint that is merged into it when the context grows and taken out once it was read costs the conversation twice, every time.",
  fix: "Keep the system prompt constant and say the hint in the newest message.",
  example: {
    broken: conversation(3, (at) => `"system":"${RULES}${at === 1 ? " The context is nearly full, be brief." : ""}",`),
    fixed: conversation(3, () => `"system":"${RULES}",`),
  },
  watch() {
    const lines: Line[] = [];
    const begun = begunLines();
    return (step) => {
      const before = lineBefore(lines, step);
      const instead = (step.judgement?.findings ?? []).filter(({ segment }) => segment === "system");
      if (before !== undefined && instead.length === 0) {
        lines[step.place] = before;
        return null;
      }
      const now = digestOf(step.layout);
      if (before === undefined) {
        lines[step.place] = begun(now);
        return null;
      }
      const returns = !before.told && before.now !== now && before.seen.has(now);
      lines[step.place] = { now, seen: new Set([...before.seen, now]), told: returns || before.told };
      return returns ? { instead, observed: "the system prompt is again what it was before its last change" } : null;
    };
  },
};

/** One object for all lines that begin with the same prompt: a log has many conversations of few agents. */
function begunLines(): (now: string) => Line {
  const known = new Map<string, Line>();
  return (now) => {
    const line = known.get(now) ?? { now, seen: new Set([now]), told: false };
    known.set(now, line);
    return line;
  };
}

function digestOf(layout: Layout): string {
  const blocks = layout.units.filter((unit) => unit.segment === "system" && leftOutBy(layout, unit) === null);
  return hash("sha1", blocks.map((unit) => unitKey(layout.body, unit)).join("\0"), "base64");
}
