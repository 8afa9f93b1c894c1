import { wireNamed } from "../../../wires/list.ts";
import { answeredWith, longBody } from "../../facts/long-example.ts";
import type { Rule } from "../../rule.ts";

export const usageNotReported: Rule = {
  code: "CB902",
  slug: "usage-not-reported",
  segment: "usage",
  severity: "low",
  weight: "note",
  providerReason: null,
  title: "The fork's response carries no cache counters",
  when: "A real provider answered with success, and its response does not say how much was read from the cache.",
  why: "Without counters a hit and a miss look the same: unknown is not zero. Gateways drop them, and a chat stream carries usage only where the request asks for it.",
  fix: "Ask for usage in the request (`stream_options.include_usage` on Chat), or read it behind the gateway.",
  example: {
    parent: longBody(),
    broken: longBody(),
    fixed: longBody(),
    sent: {
      broken: { response: answeredWith({ fresh: 2503 }) },
      fixed: { response: answeredWith({ fresh: 3, write: 0, read: 2500 }) },
    },
  },
  detect({ child }) {
    const { isReal, usage } = child.answered();
    if (!isReal || (usage !== null && usage.read !== null)) return null;
    if (usage !== null && wireNamed(child.layout.dialect).omitsZeroCounters === true) return null;
    const what = usage === null ? "no usage at all" : "usage without a count of what was read";
    return { observed: `the response carries ${what}` };
  },
};
