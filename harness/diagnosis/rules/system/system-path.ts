import { explainVolatile } from "../../changes/system/volatile-system.ts";
import type { Rule } from "../../rule.ts";

export const systemPath: Rule = {
  code: "CB304",
  slug: "system-path",
  segment: "system",
  severity: "high",
  weight: "cause",
  before: ["CB306"],
  providerReason: "system_changed",
  title: "The system prompt holds a path that differs",
  when: "A path differs in a system block, alone or together with a number. A line that came or went counts if it names the directory.",
  why: "A working directory or a path to a project file ties the system prompt to one place. A fork that runs in another worktree shares nothing behind it.",
  fix: "Name the directory in the first message instead of the system prompt. Or send the parent's text and name the fork's directory in its directive.",
  example: {
    parent: `{"model":"m","system":"You review code. Working directory: /srv/app/main","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":"You review code. Working directory: /srv/app/worktree","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":"You review code. Working directory: /srv/app/main","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect: ({ changes }) => explainVolatile(changes, "path"),
};
