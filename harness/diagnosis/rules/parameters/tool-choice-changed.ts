import { describeSettings, type DifferingSetting, differingSettings } from "../../changes/differing-settings.ts";
import type { Evidence } from "../../evidence.ts";
import { isJsonObject } from "../../reading/json-value.ts";
import { lostLevel } from "../../facts/lost-level.ts";
import type { Rule } from "../../rule.ts";

export const toolChoiceChanged: Rule = {
  code: "CB104",
  slug: "tool-choice-changed",
  segment: "parameters",
  severity: "high",
  weight: "beside",
  providerReason: "unavailable",
  title: "The fork chooses tools in another way than its parent",
  when: "The tool choice or the switch for parallel calls differs; an explicit default equals its omission. A choice that forbids calls or allows some costs nothing on OpenAI's models since GPT-5.6, and is a note there.",
  why: "Tool choice, and whether calls may run in parallel, are part of the prompt behind tools and system. Another choice leaves those readable and uncaches all messages.",
  fix: "Send the parent's tool choice and deny unwanted calls in the fork's tool filter.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read"}],"tool_choice":{"type":"auto"},"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"read"}],"tool_choice":{"type":"none"},"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"read"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const settings = differingSettings(evidence, "tool-choice");
    if (settings.length === 0) return null;
    const names = settings.map(({ name }) => name);
    const harmless = isOutsideKey(evidence, settings);
    const loses = lostLevel(evidence, names, "messages");
    return { names, observed: describeSettings(settings), loses, ...(harmless && { harmless }) };
  },
};

/** Since GPT-5.6, forbidden and allowed calls are not in OpenAI's key (harness/providers/FACTS.md#openai-boundaries). */
function isOutsideKey({ cache }: Evidence, settings: readonly DifferingSetting[]): boolean {
  if (cache()?.rules.engine !== "boundaries") return false;
  return settings.every(
    ({ name, parent, child: own }) => name === "tool_choice" && isSafe(parent.taken) && isSafe(own.taken),
  );
}

function isSafe(choice: unknown): boolean {
  return choice === "auto" || choice === "none" || (isJsonObject(choice) && choice["type"] === "allowed_tools");
}
