import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import { type JsonObject, isJsonObject } from "../../../kernel/json.ts";
import { checkMark, extra, misshapen, unknownTag } from "./check-members.ts";

/** Blocks that a message may hold (@anthropic-ai/sdk 1.12.0). */
const TYPES: readonly string[] = (
  "advisor_tool_result bash_code_execution_tool_result code_execution_tool_result compaction connector_text container_upload document " +
  "image mcp_tool_listing mcp_tool_result mcp_tool_use redacted_thinking search_result server_tool_use text " +
  "text_editor_code_execution_tool_result thinking tool_addition tool_reference tool_removal tool_result tool_search_tool_result " +
  "tool_use web_fetch_tool_result web_search_tool_result"
).split(" ");

/** Blocks that a beta brings; without its header they are unknown (anthropics/claude-code#66760). */
const BETA_TYPES: readonly (readonly [type: string, beta: string])[] = [["fallback", "server-side-fallback"]];

type Shape = { readonly required: readonly string[]; readonly optional: readonly string[] };

/** Members of the blocks that every agent sends; of others only the type is asked. */
const SHAPES: Readonly<Record<string, Shape>> = {
  text: { required: ["text"], optional: ["cache_control", "citations"] },
  thinking: { required: ["signature", "thinking"], optional: [] },
  redacted_thinking: { required: ["data"], optional: [] },
  tool_use: { required: ["id", "input", "name"], optional: ["cache_control", "caller", "toolset_name"] },
  tool_result: { required: ["tool_use_id"], optional: ["cache_control", "content", "is_error", "toolset_name"] },
};

/** Who may say what: thinking and calls are a model's, results a user's. */
const SPEAKERS: Readonly<Record<string, string>> = {
  thinking: "assistant",
  redacted_thinking: "assistant",
  tool_use: "assistant",
  tool_result: "user",
};

const MESSAGE_MEMBERS: readonly string[] = ["role", "content", "clear_at", "output_config"];

/** The shape of messages and system, block by block; their content is checked elsewhere. `betas` are undated. */
export function checkBlocks({ system, messages }: JsonObject, betas: readonly string[]): Refusal | null {
  const types = [...TYPES, ...BETA_TYPES.flatMap(([type, beta]) => (betas.includes(beta) ? [type] : []))];
  for (const [index, block] of arrayOf(system).entries()) {
    const place = `system.${index}`;
    if (!isJsonObject(block)) return misshapen(place);
    if (block["type"] !== "text") return invalidRequest(`${place}.type: Input should be 'text'`);
    if (typeof block["text"] !== "string") return invalidRequest(`${place}.text: Field required`);
    const fault = checkMark(block, place);
    if (fault !== null) return fault;
  }
  for (const [index, message] of arrayOf(messages).entries()) {
    const fault = isJsonObject(message) ? checkMessage(message, `messages.${index}`, types) : null;
    if (fault !== null) return fault;
  }
  return null;
}

function checkMessage(message: JsonObject, place: string, types: readonly string[]): Refusal | null {
  const { role, content } = message;
  const strange = Object.keys(message).find((name) => !MESSAGE_MEMBERS.includes(name));
  if (strange !== undefined) return extra(`${place}.${strange}`);
  // A system message may carry nothing but an effort (beta mid-conversation-output-config).
  if (content === undefined && role === "system") return null;
  if (content === undefined) return invalidRequest(`${place}.content: Field required`);
  if (typeof content !== "string" && !Array.isArray(content)) return misshapen(place);
  for (const [index, block] of arrayOf(content).entries()) {
    const at = `${place}.content.${index}`;
    const fault = isJsonObject(block) ? checkBlock(block, { role, place: at, types }) : misshapen(at);
    if (fault !== null) return fault;
  }
  return null;
}

function checkBlock(
  block: JsonObject,
  { role, place, types }: { readonly role: unknown; readonly place: string; readonly types: readonly string[] },
): Refusal | null {
  const { type } = block;
  if (typeof type !== "string" || !types.includes(type)) {
    return unknownTag(place, type, types.map((each) => `'${each}'`).join(", "));
  }
  const speaker = SPEAKERS[type];
  if (speaker !== undefined && speaker !== role) {
    return invalidRequest(`${place}: \`${type}\` blocks can only be in \`${speaker}\` messages`);
  }
  const shape = SHAPES[type];
  if (shape === undefined) return checkMark(block, place);
  const missing = shape.required.find((name) => block[name] === undefined);
  if (missing !== undefined) return invalidRequest(`${place}.${type}.${missing}: Field required`);
  if (type === "text" && typeof block["text"] !== "string") {
    return invalidRequest(`${place}.text.text: Input should be a valid string`);
  }
  const known = [...shape.required, ...shape.optional, "type"];
  const strange = Object.keys(block).find((name) => !known.includes(name));
  return strange === undefined ? checkMark(block, place) : extra(`${place}.${type}.${strange}`);
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
