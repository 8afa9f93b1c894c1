import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { emptyView, type ElementView } from "../../wire-format.ts";
import { WireFault } from "../../wire-fault.ts";

/** A message of Anthropic Messages. `system` may stand between turns on the newest models. */
export function viewMessage(raw: Buffer): ElementView {
  const message = parseJsonObject(raw.toString("utf8"));
  const content = message?.["content"];
  const role = stringOrNull(message?.["role"]);
  if (message === null || role === null || content === undefined) {
    throw new WireFault("a message has no role or no content");
  }
  if (typeof content === "string") return { ...emptyView, role, texts: [content] };
  if (!Array.isArray(content)) throw new WireFault("a message's content is neither text nor a list");
  const blocks = content.map(blockOf);
  const ofType = (...types: readonly string[]): readonly JsonObject[] =>
    blocks.filter((block) => types.includes(String(block["type"])));
  return {
    role,
    calls: ofType("tool_use").map(callOf),
    results: ofType("tool_result").map((block) => ({ id: stringOrNull(block["tool_use_id"]), name: null })),
    hostedCalls: ofType("server_tool_use", "mcp_tool_use").map((block) => String(block["id"])),
    // Results of these stand in the same assistant turn, under the type of the tool that ran.
    hostedResults: blocks.flatMap((block) => stringOrNull(block["tool_use_id"]) ?? []),
    texts: ofType("text").map((block) => stringOrNull(block["text"]) ?? ""),
    hasMedia: ofType("image", "document").length > 0,
  };
}

function blockOf(block: unknown): JsonObject {
  if (!isJsonObject(block)) throw new WireFault("a content block is no JSON object");
  return block;
}

function callOf(block: JsonObject): { readonly id: string; readonly name: string } {
  const id = stringOrNull(block["id"]);
  const name = stringOrNull(block["name"]);
  if (id === null || name === null) throw new WireFault("a tool call has no id or no name");
  return { id, name };
}
