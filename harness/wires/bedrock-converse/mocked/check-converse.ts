import { type Refusal, validationError } from "../../../providers/refusal.ts";
import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";
import type { ProviderRules } from "../../../providers/rules/cache-rules.ts";
import { checkBreakpoints } from "../../../cache-model/prompt/check-breakpoints.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { stringOf } from "../../../mock/parse-json-body.ts";

/**
 * Converse's refusals of a request; the first fault only. Wording: public issues (genkit-ai/aws-bedrock-js-plugin#664,
 * vxcontrol/pentagi#196, NousResearch/hermes-agent#55092) and the Converse page of the user guide.
 */
export function checkConverse(body: JsonObject, layout: Layout, rules: ProviderRules): Refusal | null {
  const messages = recordsOf(body["messages"]);
  return (
    checkMembers(body) ??
    checkRoles(messages) ??
    checkTexts(messages) ??
    checkToolConfig(body, messages) ??
    checkPairs(messages) ??
    checkPoints(layout, rules)
  );
}

/** Members of a request (Bedrock API reference, Converse and ConverseStream). */
const MEMBERS: ReadonlySet<string> = new Set(
  (
    "additionalModelRequestFields additionalModelResponseFieldPaths guardrailConfig inferenceConfig messages outputConfig " +
    "performanceConfig promptVariables requestMetadata serviceTier system toolConfig"
  ).split(" "),
);

/** Bounds of the service's model; its words for a value beyond them. */
const BOUNDS: readonly (readonly [name: string, least: number, most: number])[] = [
  ["maxTokens", 1, Infinity],
  ["temperature", 0, 1],
  ["topP", 0, 1],
];

function checkMembers(body: JsonObject): Refusal | null {
  const strange = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (strange !== undefined) {
    return validationError(
      `Malformed input request: #: extraneous key [${strange}] is not permitted, please reformat your input and try again.`,
    );
  }
  for (const name of ["messages", "system"]) {
    const value = body[name];
    if (value !== undefined && value !== null && !Array.isArray(value))
      return unfit(name, value, "Member must be a list");
    const at = Array.isArray(value) ? value.findIndex((each) => !isJsonObject(each)) : -1;
    if (at !== -1) return unfit(`${name}.${at + 1}.member`, null, "Member must not be null");
  }
  const { inferenceConfig: inference, toolConfig } = body;
  for (const [name, least, most] of isJsonObject(inference) ? BOUNDS : []) {
    const value = isJsonObject(inference) ? inference[name] : undefined;
    if (typeof value !== "number" || (value >= least && value <= most)) continue;
    const rule = value > most ? `less than or equal to ${most}` : `greater than or equal to ${least}`;
    return unfit(`inferenceConfig.${name}`, value, `Member must have value ${rule}`);
  }
  const tools = isJsonObject(toolConfig) ? toolConfig["tools"] : undefined;
  if (!isJsonObject(toolConfig)) return null;
  if (!Array.isArray(tools)) return unfit("toolConfig.tools", null, "Member must not be null");
  if (tools.length === 0) return unfit("toolConfig.tools", [], "Member must have length greater than or equal to 1");
  const broken = tools.findIndex((tool) => !isJsonObject(tool));
  return broken === -1 ? null : unfit(`toolConfig.tools.${broken + 1}.member`, null, "Member must not be null");
}

function unfit(place: string, value: unknown, rule: string): Refusal {
  const found = value === null ? "Value" : `Value '${typeof value === "number" ? value : JSON.stringify(value)}'`;
  return validationError(`1 validation error detected: ${found} at '${place}' failed to satisfy constraint: ${rule}`);
}

function checkRoles(messages: readonly JsonObject[]): Refusal | null {
  if (messages.length === 0 || messages[0]?.["role"] !== "user") {
    const rule = "A conversation must start with a user message.";
    return validationError(`${rule} Try again with a conversation that starts with a user message.`);
  }
  if (messages.every(({ role }, index) => role === (index % 2 === 0 ? "user" : "assistant"))) return null;
  return validationError(
    "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.",
  );
}

/** White space alone is taken (recorded: a line feed between a document and a cache point). */
function checkTexts(messages: readonly JsonObject[]): Refusal | null {
  for (const [index, { content }] of messages.entries()) {
    const blocks = recordsOf(content);
    if (blocks.length === 0) {
      const place = `messages.${index}`;
      return validationError(
        `The content field in the Message object at ${place} is empty. Add a ContentBlock object to the content field and try again.`,
      );
    }
    const blank = blocks.findIndex(({ text }) => text === "");
    if (blank === -1) continue;
    const place = `messages.${index}.content.${blank}`;
    return validationError(
      `The text field in the ContentBlock object at ${place} is blank. Add text to the text field, and try again.`,
    );
  }
  return null;
}

function checkToolConfig({ toolConfig }: JsonObject, messages: readonly JsonObject[]): Refusal | null {
  const usesTools = messages.some(({ content }) =>
    recordsOf(content).some((block) => block["toolUse"] !== undefined || block["toolResult"] !== undefined),
  );
  if (!usesTools || isJsonObject(toolConfig)) return null;
  return validationError("The toolConfig field must be defined when using toolUse and toolResult content blocks.");
}

/** The results of an assistant's calls stand together in the message behind it, and nowhere else. */
function checkPairs(messages: readonly JsonObject[]): Refusal | null {
  for (const [index, { content }] of messages.entries()) {
    const called = idsOf(messages[index - 1], "toolUse");
    const answered = idsOf({ content }, "toolResult");
    const missing = called.filter((id) => !answered.includes(id));
    if (missing.length > 0) return expected(index, missing);
    if (answered.length > called.length) {
      return validationError(
        `The number of toolResult blocks at messages.${index}.content exceeds the number of toolUse blocks of previous turn.`,
      );
    }
  }
  const open = idsOf(messages.at(-1), "toolUse");
  return open.length > 0 ? expected(messages.length, open) : null;
}

function expected(index: number, ids: readonly string[]): Refusal {
  return validationError(
    `Expected toolResult blocks at messages.${index}.content for the following Ids: ${ids.join(", ")}`,
  );
}

function idsOf(message: JsonObject | undefined, kind: "toolUse" | "toolResult"): readonly string[] {
  return recordsOf(message?.["content"]).flatMap((block) => {
    const inner = block[kind];
    return isJsonObject(inner) ? [stringOf(inner["toolUseId"]) ?? ""] : [];
  });
}

/** Claude's own words come through: its cache points are its `cache_control`. */
function checkPoints(layout: Layout, rules: ProviderRules): Refusal | null {
  const fault = rules.engine === "marked-blocks" ? checkBreakpoints(layout, rules) : null;
  if (fault === null) return null;
  switch (fault.fault) {
    case "too-many":
      return validationError(
        `A maximum of ${fault.allowed} blocks with cache_control may be provided. Found ${fault.found}.`,
      );
    case "ttl-order":
      return validationError(
        `a ttl='${fault.ttl}' cache_control block must not come after a ttl='${fault.after}' cache_control block.`,
      );
    case "unknown-ttl":
      return validationError(`${fault.pointer.slice(1).replaceAll("/", ".")}.ttl: Input should be '5m' or '1h'`);
    case "automatic-conflict":
      return null;
  }
}
