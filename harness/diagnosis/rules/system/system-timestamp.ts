import { explainVolatile } from "../../changes/system/volatile-system.ts";
import type { Rule } from "../../rule.ts";

export const systemTimestamp: Rule = {
  code: "CB302",
  slug: "system-timestamp",
  segment: "system",
  severity: "high",
  weight: "cause",
  before: ["CB306"],
  providerReason: "system_changed",
  title: "The system prompt holds a date or a time",
  when: "A date or time differs in a system block, alone or together with other values that change by themselves. A line that came or went counts if it says the date or time.",
  why: "The system prompt stands in front of the conversation. A clock in it makes every request a new prefix; a date costs one full miss a day.",
  fix: "Move the date or time into a message at the end of the conversation, or freeze it when the session starts.",
  example: {
    parent: `{"model":"m","system":"You write release notes. Now: 2026-11-20T09:30:00Z","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":"You write release notes. Now: 2026-11-20T09:31:12Z","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":"You write release notes. Now: 2026-11-20T09:30:00Z","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect: ({ changes }) => explainVolatile(changes, "time"),
};
