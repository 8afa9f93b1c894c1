import { describeSettings, differingSettings } from "../../changes/differing-settings.ts";
import { lostLevel } from "../../facts/lost-level.ts";
import type { Rule } from "../../rule.ts";

export const outputFormatChanged: Rule = {
  code: "CB107",
  slug: "output-format-changed",
  segment: "parameters",
  severity: "medium",
  weight: "beside",
  providerReason: "unavailable / text_format_changed / verbosity_changed",
  title: "The fork asks for another output format",
  when: "Response format, schema or verbosity differs.",
  why: "A response format is compiled into the prompt. A side query that wants JSON from an otherwise equal request starts from nothing.",
  fix: "Ask for the format in the fork's own message, or through a tool that parent and fork both declare.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}},"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const settings = differingSettings(evidence, "output-format");
    if (settings.length === 0) return null;
    const names = settings.map(({ name }) => name);
    return { names, observed: describeSettings(settings), loses: lostLevel(evidence, names, "tools") };
  },
};
