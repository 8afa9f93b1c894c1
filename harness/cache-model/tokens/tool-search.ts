import { isJsonObject } from "../../kernel/json.ts";
import type { Layout, Unit } from "../../kernel/layout.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import { parsedUnit } from "./unit-parts.ts";
import type { TokenFamily } from "./token-family.ts";

/**
 * Tokens of Claude's own tool that searches deferred ones, in place of the JSON that names it. Recorded: 183 on Sonnet 4.5 and 4.6, 354
 * on Opus 4.8. Null for any other unit.
 */
export function toolSearchTokens(body: Buffer, unit: Unit, family: TokenFamily): number | null {
  if (unit.unit === "envelope" || unit.kind !== "tool" || !family.startsWith("claude")) return null;
  const text = body.toString("latin1", unit.span.start, unit.span.end);
  if (!/"type"\s*:\s*"tool_search_tool_/.test(text)) return null;
  return family === "claude" ? 183 : 354;
}

/**
 * Deferred tools by the units that refer to them: a model reads a tool's definition only at a reference to it. Most requests
 * defer no tools.
 */
export const referredTools: (layout: Layout) => ReadonlyMap<Unit, readonly Unit[]> = memoizeByObject(
  ({ body, units }) => {
    const deferred = units.filter((unit) => unit.unit === "block" && unit.deferred);
    if (deferred.length === 0 || !body.includes('"tool_reference"')) return new Map();
    const byName = new Map(deferred.map((unit) => [nameOf(parsedUnit(body, unit)), unit]));
    return new Map(
      units
        .filter((unit) => unit.unit === "block" && unit.segment === "messages")
        .map((unit) => [unit, referredNames(parsedUnit(body, unit)).flatMap((name) => byName.get(name) ?? [])]),
    );
  },
);

function nameOf(tool: unknown): unknown {
  return isJsonObject(tool) ? tool["name"] : undefined;
}

/**
 * In a result `{"type":"tool_reference","tool_name":…}`, which a search puts into `tool_references`; in an addition
 * `"tool":{"type":"tool_reference","name":…}`.
 */
function referredNames(block: unknown): readonly unknown[] {
  if (!isJsonObject(block)) return [];
  const { content, tool } = block;
  const found = isJsonObject(content) ? content["tool_references"] : content;
  const parts: readonly unknown[] = Array.isArray(found) ? found : [tool];
  return parts
    .filter(isJsonObject)
    .filter(({ type }) => type === "tool_reference")
    .map(({ tool_name, name }) => tool_name ?? name);
}
