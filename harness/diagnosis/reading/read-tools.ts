import { rememberUnit } from "../../cache-model/prompt/remember-unit.ts";
import { rawOf } from "./read-block.ts";
import type { Block, Layout, Unit } from "../../kernel/layout.ts";
import { compareUnits } from "../../compare/compare-units.ts";
import { type JsonObject, isJsonObject } from "./json-value.ts";
import { readJson } from "./read-json.ts";

/** One declared tool, parsed. */
export type ReadTool = {
  readonly layout: Layout;
  readonly block: Block;
  /** The declared name; a tool without one (a server tool of some wires) is named after its type. */
  readonly name: string;
  /** Raw text of the span without its marks. */
  readonly raw: string;
  readonly value: JsonObject;
};

/** The tools among `units`, in order, deferred ones included. */
export function readTools(layout: Layout, units: readonly Unit[]): readonly ReadTool[] {
  return units.flatMap((unit) => (unit.unit === "block" ? [new LazyTool(layout, unit)] : []));
}

/** A tool that is parsed when first asked for: mostly all tools are equal. */
class LazyTool implements ReadTool {
  readonly layout: Layout;
  readonly block: Block;
  #raw: string | null = null;
  #value: JsonObject | null = null;

  constructor(layout: Layout, block: Block) {
    this.layout = layout;
    this.block = block;
  }

  get raw(): string {
    return (this.#raw ??= rawOf(this.layout.body, this.block));
  }

  get value(): JsonObject {
    return (this.#value ??= this.block.kind === "tool" ? parseTool(this.raw) : { tools: readJson(this.raw) });
  }

  get name(): string {
    return nameOfUnit(this.layout.body, this.block);
  }
}

/** A log repeats its tools with each request, and their names are asked for with each. */
const nameOfUnit = rememberUnit((body, unit) =>
  // A value in the list of tools that is not a tool has no name.
  unit.unit === "block" && unit.kind === "tool" ? nameOf(parseTool(rawOf(body, unit))) : "",
);

/** The tools that are part of the prompt: a deferred one is declared, yet not sent to the model. */
export function promptTools(tools: readonly ReadTool[]): readonly ReadTool[] {
  return tools.filter(({ block }) => !block.deferred);
}

/** The description of a value in the place of a tools list that is not a tool; null for a tool. */
export function noTools(tool: ReadTool | undefined): string | null {
  return tool === undefined || tool.block.kind === "tool" ? null : `${tool.block.pointer} is not a list of tools`;
}

/** Whether the verdict holds two tools for equal. */
export function isSameTool(parent: ReadTool, child: ReadTool): boolean {
  return compareUnits(parent.layout, parent.block, child.layout, child.block).equal;
}

/** A tool may be a member (Gemini's `"codeExecution":{}` next to declarations) or wrapped (Bedrock's `toolSpec`). */
function parseTool(raw: string): JsonObject {
  const parsed = readJson(raw.startsWith('"') ? `{${raw}}` : raw);
  if (!isJsonObject(parsed)) return {};
  const { toolSpec, ...beside } = parsed;
  return isJsonObject(toolSpec) ? { ...beside, ...toolSpec } : parsed;
}

/** A provider's own tool of Gemini says what it is by its only member. */
function nameOf(tool: JsonObject): string {
  const declared = tool["name"] ?? (isJsonObject(tool["function"]) ? tool["function"]["name"] : undefined);
  if (typeof declared === "string") return declared;
  return typeof tool["type"] === "string" ? tool["type"] : (Object.keys(tool)[0] ?? "");
}
