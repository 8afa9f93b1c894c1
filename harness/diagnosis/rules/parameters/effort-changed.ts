import { describeSettings, differingSettings } from "../../changes/differing-settings.ts";
import { lostLevel } from "../../facts/lost-level.ts";
import type { Rule } from "../../rule.ts";

export const effortChanged: Rule = {
  code: "CB103",
  slug: "effort-changed",
  segment: "parameters",
  severity: "high",
  weight: "beside",
  providerReason: "unavailable / reasoning_effort_changed",
  title: "The fork reasons at another effort than its parent",
  when: "The reasoning effort differs; an explicit default equals its omission.",
  why: "The effort is rendered into the prompt. On most models a change uncaches everything, tools included; a fork sent 40 seconds after its parent at another effort read nothing.",
  fix: "Send the parent's effort, or change it for the whole conversation at once.",
  example: {
    parent: `{"model":"m","output_config":{"effort":"high"},"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","output_config":{"effort":"low"},"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const settings = differingSettings(evidence, "effort");
    if (settings.length === 0) return null;
    const names = settings.map(({ name }) => name);
    return { names, observed: describeSettings(settings), loses: lostLevel(evidence, names, "tools") };
  },
};
