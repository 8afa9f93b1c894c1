import type { ToolUse } from "../../stream/answer.ts";
import { parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { lastMember, readObject } from "../../read-object.ts";
import { WireFault } from "../../wire-fault.ts";

/** The facts about content blocks that a continuation needs. */
export type ContentDescription = {
  readonly text: string;
  readonly calls: readonly ToolUse[];
  readonly pausedCalls: readonly string[];
};

/** A content block as it goes back to the provider; `writtenInput` if the model's own arguments were not a JSON object. */
export type RawBlock = { readonly raw: Buffer; readonly writtenInput: string | null };

/** Looks at raw content blocks, in order. Blocks of an unknown type are carried, not read. */
export function describeContent(blocks: readonly RawBlock[]): ContentDescription {
  const seen = blocks.map(({ raw, writtenInput }) => ({ raw, writtenInput, block: parseBlock(raw) }));
  const results = new Set(
    seen.flatMap(({ block }) => (typeof block["tool_use_id"] === "string" ? [block["tool_use_id"]] : [])),
  );
  const ofType = (...types: readonly string[]): typeof seen =>
    seen.filter(({ block }) => types.includes(String(block["type"])));
  return {
    text: ofType("text")
      .map(({ block }) => stringOrNull(block["text"]) ?? "")
      .join(""),
    calls: ofType("tool_use").map(({ raw, writtenInput, block }) => ({
      ...readName(block),
      input: writtenInput ?? readInput(raw),
    })),
    // Results of these stand in the same assistant turn, under the type of the tool that ran.
    pausedCalls: ofType("server_tool_use", "mcp_tool_use")
      .map(({ block }) => String(block["id"]))
      .filter((id) => !results.has(id)),
  };
}

function parseBlock(raw: Buffer): JsonObject {
  const block = parseJsonObject(raw.toString("utf8"));
  if (block === null) throw new WireFault("a content block is not a JSON object");
  return block;
}

function readName(block: JsonObject): { readonly id: string; readonly name: string } {
  const id = stringOrNull(block["id"]);
  const name = stringOrNull(block["name"]);
  if (id === null || name === null) throw new WireFault("a tool call has no id or no name");
  return { id, name };
}

function readInput(raw: Buffer): string {
  const input = lastMember(readObject(raw, 0), "input");
  return input === null ? "{}" : raw.toString("utf8", input.value.start, input.value.end);
}
