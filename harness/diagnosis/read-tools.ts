import type { Block, Layout } from "../kernel/layout.ts";
import { type JsonObject, isJsonObject } from "./json-value.ts";

/** One declared tool, parsed. */
export type ReadTool = {
  readonly block: Block;
  /** The declared name; a tool without one (a server tool of some wires) is named after its type. */
  readonly name: string;
  readonly raw: string;
  readonly value: JsonObject;
};

/** The tools that are part of the prompt, in order: deferred ones are declared, yet not sent to the model. */
export function readTools(layout: Layout): readonly ReadTool[] {
  const tools: ReadTool[] = [];
  for (const unit of layout.units) {
    if (unit.unit !== "block" || unit.segment !== "tools" || unit.deferred) continue;
    const raw = layout.body.toString("utf8", unit.span.start, unit.span.end);
    const parsed: unknown = JSON.parse(raw);
    const value = isJsonObject(parsed) ? parsed : {};
    tools.push({ block: unit, name: nameOf(value), raw, value });
  }
  return tools;
}

function nameOf(tool: JsonObject): string {
  const declared = tool["name"] ?? (isJsonObject(tool["function"]) ? tool["function"]["name"] : undefined);
  if (typeof declared === "string") return declared;
  return typeof tool["type"] === "string" ? tool["type"] : "";
}
