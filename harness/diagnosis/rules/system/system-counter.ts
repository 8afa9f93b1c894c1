import { explainVolatile } from "../../changes/system/volatile-system.ts";
import type { Rule } from "../../rule.ts";

export const systemCounter: Rule = {
  code: "CB305",
  slug: "system-counter",
  segment: "system",
  severity: "high",
  weight: "cause",
  before: ["CB306"],
  providerReason: "system_changed",
  title: "Only digits of the system prompt differ",
  when: "Only numbers of a system block differ, and the words that hang on them: 1 file is, 2 files are.",
  why: "A usage percentage, a character count or a turn number changes with every write or turn. In the system prompt, it makes you pay for the whole conversation behind it each time.",
  fix: "Report counters in a message at the end, or round them so coarsely that they stay.",
  example: {
    parent: `{"model":"m","system":"You keep a memory. It is 45% full (1,204 characters).","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":"You keep a memory. It is 47% full (1,311 characters).","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":"You keep a memory. It is 45% full (1,204 characters).","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect: ({ changes }) => explainVolatile(changes, "counter"),
};
