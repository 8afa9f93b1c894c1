import type { Change } from "../../changes/change.ts";
import { describeSettings, differingSettings } from "../../changes/differing-settings.ts";
import { lostLevel } from "../../facts/lost-level.ts";
import { isServerTool } from "../../facts/server-tools.ts";
import { sameValue } from "../../reading/json-value.ts";
import { unknownMembers } from "../../facts/unknown-members.ts";
import { partedKey } from "../../facts/parted-key.ts";
import type { Evidence } from "../../evidence.ts";
import type { Observation, Rule } from "../../rule.ts";
import { DEEPER } from "../../../providers/rules/prompt-settings.ts";
import { bearAlike, bears } from "../../../cache-model/prompt/bears-content.ts";

export const serverToolToggled: Rule = {
  code: "CB109",
  slug: "server-tool-toggled",
  segment: "parameters",
  severity: "high",
  weight: "cause",
  before: ["CB201", "CB202", "CB415"],
  providerReason: "unavailable",
  title: "A tool or feature that the provider runs was switched",
  when: "Only one request declares a tool that the provider runs. Or citations, web search, plugins, Skills (`container.skills`), context management or tool servers (`mcp_servers`) are switched. Or the requests name another prompt that the provider keeps (`prompt`), or fill it with other values (`promptVariables`). Or only one conversation holds an image, or a document with citations, and the provider keys on that. A note where a member that forkproof does not know differs, and the counters do not show that the fork read the prefix; a possible break if they show a read of 0, and nothing else explains it.",
  why: "Web search, web fetch, code execution and citations bring instructions of the provider's own into the prompt, at the system's level. Switching one uncaches the system prompt and all messages. So does the list of Skills. Context management (a part of the key at OpenAI and Anthropic), a connected server with its tools and a stored prompt uncache the whole prompt.",
  fix: "Declare the same server tools in parent and fork, and tell the fork in its directive not to use them. Keep images and citations in both conversations or in neither.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read"},{"type":"web_search_20250305","name":"web_search"}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"read"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"read"},{"type":"web_search_20250305","name":"web_search"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter((change) => switchedName(change) !== null);
    const names = [...new Set(explains.map((change) => switchedName(change) ?? ""))];
    const off = explains.filter(({ is }) => is === "removed").length;
    const on = explains.filter(({ is }) => is === "added").length;
    const said = [...(off > 0 ? [`${off} switched off`] : []), ...(on > 0 ? [`${on} switched on`] : [])];
    return { explains, names, observed: `${names.join(", ")}: ${said.join(", ") || "switched"}` };
  },
  beside(evidence) {
    const settings = differingSettings(evidence, "server-tools");
    if (settings.length === 0) return switchedContent(evidence) ?? unknownSwitch(evidence);
    const names = settings.map(({ name }) => name);
    const otherwise = names.some((name) => DEEPER.has(name)) ? "tools" : "system";
    return { names, observed: describeSettings(settings), loses: lostLevel(evidence, names, otherwise) };
  },
};

/** A member that is not known costs nothing as far as forkproof can say: a note, which `inspect` counts as a possible break. */
function unknownSwitch(evidence: Evidence): Observation | null {
  const members = unknownMembers(evidence);
  if (members.length === 0) return null;
  const names = members.map(({ name }) => name);
  const which = names.length === 1 ? "this member" : "these members";
  return { names, observed: `${describeSettings(members)}; forkproof does not know ${which}`, harmless: true };
}

/** Anthropic keys on whether any block of the conversation is an image, or a document with citations (harness/providers/FACTS.md#anthropic-changes). */
function switchedContent(evidence: Evidence): Observation | null {
  const { parent, child } = evidence.comparison;
  if (BEARERS.every((bearer) => bearAlike(parent, child, bearer))) return null;
  const parted = partedKey(evidence);
  if (parted === null) return null;
  const { play, at } = parted;
  const switched = play.rules.contents.find(({ bearer }) => !bearAlike(parent, child, bearer));
  if (switched === undefined) return null;
  const [name, words] = CONTENT[switched.bearer];
  const only = bears(child, switched.bearer) ? "the fork" : "the parent";
  return { names: [name], pointer: at.pointer, observed: `only ${only} has ${words}`, loses: switched.level };
}

const CONTENT = { image: ["image", "an image"], citations: ["citations", "a document with citations"] } as const;
const BEARERS = ["image", "citations"] as const;

/** The server tool or feature that a change switches, or null. */
function switchedName(change: Change): string | null {
  if (change.of === "tool") {
    if (change.is !== "removed" && change.is !== "added") return null;
    const tool = change.is === "removed" ? change.parent : change.child;
    return isServerTool(tool) ? tool.name : null;
  }
  if (change.of !== "block" || change.is !== "edited") return null;
  const [before, after] = [change.parent.value, change.child.value];
  if (sameValue(before["citations"], after["citations"])) return null;
  return sameValue({ ...before, citations: null }, { ...after, citations: null }) ? "citations" : null;
}
