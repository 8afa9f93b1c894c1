import { isJsonObject } from "../../kernel/json.ts";
import { usageError } from "../usage-error.ts";

export type NamedCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/**
 * The call on a line. A call without an input gets an empty one. Other members belong to the user.
 *
 * @throws HarnessError HX518 if the line is not a call
 */
export function readToolCall(line: string, place: string): NamedCall {
  const call = parse(line, place);
  const { tool, input = {} } = isJsonObject(call) ? call : {};
  if (typeof tool !== "string" || tool === "") {
    throw usageError("HX518", "`tool` is missing in this line", 'write {"tool":"Bash","input":{…}}', place);
  }
  if (!isJsonObject(input))
    throw usageError("HX518", "`input` is not an object", 'write {"tool":"Bash","input":{…}}', place);
  return { tool, input };
}

/** More than any tool takes, and so little that nothing behind this runs out of stack. */
const deepest = 256;

function parse(line: string, place: string): unknown {
  if (nestingOf(line) > deepest) {
    throw usageError("HX518", `this line is nested deeper than ${deepest} levels`, "flatten the call", place);
  }
  try {
    return JSON.parse(line);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw usageError("HX518", `this line is not JSON: ${why}`, "write one JSON object a line", place);
  }
}

/** How deep brackets nest, those in texts left out. */
function nestingOf(line: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, (depth += 1));
    else if (token === "]" || token === "}") depth -= 1;
  }
  return deepest;
}
