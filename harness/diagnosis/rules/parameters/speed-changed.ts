import { describeSettings, differingSettings } from "../../changes/differing-settings.ts";
import { lostLevel } from "../../facts/lost-level.ts";
import type { Rule } from "../../rule.ts";

export const speedChanged: Rule = {
  code: "CB106",
  slug: "speed-changed",
  segment: "parameters",
  severity: "medium",
  weight: "beside",
  providerReason: "model_changed / service_tier_changed",
  title: "The fork asks for another speed or service tier",
  when: "Speed or service tier differs; an explicit default equals its omission.",
  why: "Fast and standard serving do not share what they cache behind the tools, and some providers keep a cache for each tier.",
  fix: "Send the parent's speed and tier.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","speed":"fast","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","speed":"standard","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const settings = differingSettings(evidence, "speed");
    if (settings.length === 0) return null;
    const names = settings.map(({ name }) => name);
    return { names, observed: describeSettings(settings), loses: lostLevel(evidence, names, "system") };
  },
};
