import type { PathRule } from "../paths/path-rule.ts";
import type { ToolRule } from "./tool-rule.ts";
import { knownArguments, type WireTool } from "./vocabulary.ts";

/** What a runtime adds to a call for its own books: it selects nothing that runs. */
const bookkeeping =
  /^_|^(?:meta|metadata|trace|span|provider|request|session|conversation|call|run|turn|tool|user)(?:[_A-Z].*)?$/;

export type ArgumentRefusal = { readonly rule: ToolRule | PathRule; readonly reason: string };

/**
 * Refuses arguments that are not known for the tool. One that a filter does not look at may still change what runs: `env`, `cwd`, `shell`
 * or `args` next to a command, a second path next to the one that was judged.
 */
export function judgeArguments(tool: WireTool, input: Readonly<Record<string, unknown>>): ArgumentRefusal | null {
  if (tool.path !== undefined && !(tool.path in input) && tool.tool !== "Glob" && tool.tool !== "Grep") {
    return { rule: "path.missing", reason: `${tool.wire} needs ${tool.path}, a text` };
  }
  const known = knownArguments(tool);
  const unknown = Object.keys(input).find((name) => !known.includes(name) && !bookkeeping.test(name));
  if (unknown !== undefined) {
    return {
      rule: "tool.unknown-argument",
      reason: `${tool.wire} is not known to take ${JSON.stringify(unknown)}, which could change what runs; it takes ${known.join(", ")}`,
    };
  }
  const path = tool.tool === "FileRead" && tool.path !== undefined ? input[tool.path] : "/";
  if (typeof path === "string" && path !== "") return null;
  return { rule: "path.missing", reason: `the path that ${tool.wire} is given must be a text` };
}
