import type { DialectName } from "../../../harness/kernel/layout.ts";
import { type Base, withAgentTool } from "./base.ts";
import type { TextShape } from "./codec.ts";
import { codecs } from "./codecs/codecs.ts";
import type { JsonObject } from "./json.ts";

type Variant = {
  readonly name: string;
  readonly wire: DialectName;
  readonly model: string;
  readonly shape?: TextShape;
  readonly marks?: boolean;
  readonly thinks?: boolean;
  readonly hasBilling?: boolean;
  readonly hasKey?: boolean;
  readonly hasIds?: boolean;
};

const variants: readonly Variant[] = [
  { name: "messages", wire: "anthropic-messages", model: "claude-sonnet-4-5", marks: true },
  { name: "messages-strings", wire: "anthropic-messages", model: "claude-sonnet-4-5", shape: "string" },
  { name: "messages-thinking", wire: "anthropic-messages", model: "claude-opus-4-6", marks: true, thinks: true },
  { name: "messages-billing", wire: "anthropic-messages", model: "claude-opus-4-8", marks: true, hasBilling: true },
  { name: "chat", wire: "openai-chat", model: "gpt-5.5", shape: "string", hasKey: true },
  { name: "chat-reasoning", wire: "openai-chat", model: "deepseek-chat", shape: "string", thinks: true },
  { name: "chat-blocks", wire: "openai-chat", model: "qwen3-coder-plus" },
  { name: "responses", wire: "openai-responses", model: "gpt-5.5", thinks: true, hasKey: true },
  { name: "responses-strings", wire: "openai-responses", model: "gpt-6.1-sol", shape: "string" },
  { name: "generate", wire: "gemini-generate", model: "gemini-2.5-pro", thinks: true },
  { name: "generate-without-ids", wire: "gemini-generate", model: "gemini-2.5-flash", hasIds: false },
  { name: "converse", wire: "bedrock-converse", model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0", marks: true },
  { name: "converse-nova", wire: "bedrock-converse", model: "amazon.nova-pro-v1:0" },
];

/** Conversations made by code, so that every wire format is there without recordings. They have no turns: sessions make them. */
export function ownBases(): readonly Base[] {
  return variants.map(baseOf);
}

function baseOf({ name, wire, model, shape = "block", ...variant }: Variant): Base {
  const codec = codecs[wire];
  return {
    name,
    codec,
    model,
    path: codec.path(model),
    host: null,
    headers: [],
    envelope: withAgentTool(envelopeOf({ name, wire, model, ...variant }), codec),
    opening: { kind: "opening", items: [...leading(wire), ...openingOf(wire, shape)] },
    turns: [],
    shape,
    marks: variant.marks ?? false,
    thinks: variant.thinks ?? false,
    hasIds: variant.hasIds ?? true,
  };
}

function envelopeOf({ wire, model, thinks = false, hasBilling = false, hasKey = false }: Variant): JsonObject {
  const codec = codecs[wire];
  const tools = TOOLS.map(([tool, description, properties]) =>
    codec.tool(tool, description, { type: "object", properties, required: Object.keys(properties) }),
  );
  const mark: JsonObject = { cache_control: { type: "ephemeral" } };
  const billing = { type: "text", text: "x-anthropic-billing-header: cc_version=2.1.0; cch=0a1b2;" };
  switch (wire) {
    case "anthropic-messages":
      return {
        model,
        max_tokens: 8192,
        ...(thinks ? { thinking: { type: "enabled", budget_tokens: 4096 } } : {}),
        system: [...(hasBilling ? [billing] : []), { type: "text", text: PROMPT, ...mark }],
        messages: [],
        tools: tools.map((tool, at) => (at === tools.length - 1 ? { ...tool, ...mark } : tool)),
        metadata: { user_id: "user_1" },
      };
    case "openai-chat":
      return {
        model,
        messages: [],
        tools,
        max_completion_tokens: 8192,
        ...(hasKey ? { prompt_cache_key: "key-1" } : {}),
      };
    case "openai-responses":
      return {
        model,
        instructions: PROMPT,
        input: [],
        tools,
        store: false,
        include: ["reasoning.encrypted_content"],
        ...(hasKey ? { prompt_cache_key: "key-1" } : {}),
      };
    case "gemini-generate":
      return {
        contents: [],
        systemInstruction: { role: "user", parts: [{ text: PROMPT }] },
        tools: [{ functionDeclarations: tools }],
        generationConfig: { temperature: 1, maxOutputTokens: 8192 },
      };
    case "bedrock-converse":
      return {
        messages: [],
        system: [{ text: PROMPT }, { cachePoint: { type: "default" } }],
        toolConfig: { tools },
        inferenceConfig: { maxTokens: 8192 },
      };
  }
}

/** Chat writes the system prompt as a message. */
function leading(wire: DialectName): JsonObject[] {
  return wire === "openai-chat" ? [{ role: "system", content: PROMPT }] : [];
}

function openingOf(wire: DialectName, shape: TextShape): JsonObject[] {
  const codec = codecs[wire];
  const reminder = "<system-reminder>\nThe current date is Saturday, 21 November 2026.\n</system-reminder>";
  const task = "Find out why the retry limit is not honoured, mend it, and tell what you changed.";
  if (shape === "string") return codec.user(`${reminder}\n${task}`, shape);
  return codec.user(reminder, shape).map((item) => codec.appended(item, task) ?? item);
}

const TOOLS: readonly (readonly [name: string, description: string, properties: JsonObject])[] = [
  ["read", "Reads a file and returns its lines.", { path: { type: "string" }, limit: { type: "integer", minimum: 1 } }],
  ["list", "Lists the names in a folder.", { path: { type: "string", description: "From the workspace's root." } }],
  ["grep", "Searches files for a regular expression.", { pattern: { type: "string" }, path: { type: "string" } }],
  [
    "edit",
    "Replaces a text in a file.",
    { path: { type: "string" }, old: { type: "string" }, new: { type: "string" } },
  ],
  ["shell", "Runs a command in the workspace.", { command: { type: "string" }, timeout: { type: "integer" } }],
];

const RULES: readonly string[] = [
  "Read a file before you change it, and read it again when a change failed.",
  "Say in one sentence what you are about to do, then do it without asking.",
  "Prefer the tools of this list over commands of the shell that do the same.",
  "Never write outside of the workspace, and never print what looks like a credential.",
  "Run the tests that cover a change before you call it done, and report what failed.",
  "Keep the style of the code around you: names, order, comments and the length of lines.",
];

/** Long enough to be cached by every model: a few thousand tokens. */
const PROMPT = [
  "You are a coding agent that works in a repository on behalf of its owner.",
  ...Array.from({ length: 80 }, (_, at) => `${at + 1}. In area ${(at * 7) % 31}: ${RULES[at % RULES.length]}`),
].join("\n");
