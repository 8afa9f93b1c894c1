import { explainVolatile } from "../../changes/system/volatile-system.ts";
import type { Rule } from "../../rule.ts";

export const systemSessionId: Rule = {
  code: "CB303",
  slug: "system-session-id",
  segment: "system",
  severity: "high",
  weight: "cause",
  before: ["CB306"],
  providerReason: "system_changed",
  title: "The system prompt holds an id of its session",
  when: "A uuid or another id differs in a system block, also inside a path, alone or together with a path or a number. A line that came or went counts if it names the id.",
  why: "A session's uuid, also as part of a log or scratch path, gives every session another prefix. A fork that counts as a session loses its parent's.",
  fix: "Take the id out of the system prompt, or hand the parent's id down to its forks.",
  example: {
    parent: `{"model":"m","system":"You keep notes. Scratch folder: /tmp/6f1c9a52-8a0e-4c1b-9d7e-2f1a35c7b901/notes","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":"You keep notes. Scratch folder: /tmp/b83e07d4-15cf-4e2a-8c46-90d2fe11a7c3/notes","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":"You keep notes. Scratch folder: /tmp/6f1c9a52-8a0e-4c1b-9d7e-2f1a35c7b901/notes","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect: ({ changes }) => explainVolatile(changes, "id"),
};
