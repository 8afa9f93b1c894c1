import { isJsonObject } from "../kernel/json.ts";
import type { BlockKind } from "../kernel/layout.ts";
import { skipValue } from "../wire-scan/skip-value.ts";

/** The name of the tool that a block declares or calls, in any wire format; null for other blocks. */
export function blockName(kind: BlockKind, raw: Buffer): string | null {
  if (kind !== "tool" && kind !== "tool-use") return null;
  // A cache point that follows a tool of Converse is part of its block.
  const value: unknown = JSON.parse(raw.toString("utf8", 0, skipValue(raw, 0)));
  if (!isJsonObject(value)) return null;
  for (const holder of [value, ...HOLDERS.map((name) => value[name])]) {
    if (isJsonObject(holder) && typeof holder["name"] === "string") return holder["name"];
  }
  return typeof value["type"] === "string" ? value["type"] : null;
}

/** Where wire formats put a tool within its block. */
const HOLDERS = ["function", "toolSpec", "toolUse", "functionCall"] as const;
