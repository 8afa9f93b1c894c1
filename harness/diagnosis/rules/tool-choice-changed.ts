import { describeSettings, differingSettings } from "../changes/differing-settings.ts";
import type { Rule } from "../rule.ts";

export const toolChoiceChanged: Rule = {
  code: "CB104",
  slug: "tool-choice-changed",
  segment: "parameters",
  severity: "high",
  weight: "beside",
  providerReason: "unavailable",
  title: "The fork chooses tools in another way than its parent",
  when: "The tool choice or the switch for parallel calls differs; an explicit default equals its omission.",
  why: "Tool choice, and whether calls may run in parallel, are part of the prompt behind tools and system. Another choice leaves those readable and uncaches all messages.",
  mend: "Send the parent's tool choice and deny unwanted calls in the fork's tool filter.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read"}],"tool_choice":{"type":"auto"},"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"read"}],"tool_choice":{"type":"none"},"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    mended: `{"model":"m","tools":[{"name":"read"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const settings = differingSettings(evidence, "tool-choice");
    if (settings.length === 0) return null;
    return { names: settings.map(({ name }) => name), observed: describeSettings(settings), loses: "messages" };
  },
};
