import type { Mark, Parameter } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { scanMembers } from "../wire-scan/scan-container.ts";
import { skipValue } from "../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../wire-scan/skip-white-space.ts";
import { contentStart } from "../wire-scan/validate-json.ts";
import { readMark } from "./read-mark.ts";

/** What a taker of prompt answers for a member that is none. */
export const NOT_PROMPT = -1;

/**
 * Walks a body's members once. `takePrompt` lays out one that is prompt and answers where its value ends, or NOT_PROMPT:
 * the others are parameters, and a `cache_control` among them is the automatic mark. A member that is written twice counts
 * where it stands last, as parsers read it.
 */
export function scanBody(
  body: Buffer,
  takePrompt: (name: string, valueStart: number) => number,
): { readonly parameters: readonly Parameter[]; readonly automaticMark: Mark | null } {
  let parameters: Parameter[] = [];
  let automaticMark: Mark | null = null;
  let previousEnd = -1;
  scanMembers(body, skipWhiteSpace(body, contentStart(body)), (keyStart, keyEnd, valueStart) => {
    const name = decodeString(body, keyStart, keyEnd);
    let valueEnd = takePrompt(name, valueStart);
    if (valueEnd === NOT_PROMPT) {
      valueEnd = skipValue(body, valueStart);
      parameters = parameters.filter((parameter) => parameter.name !== name);
      parameters.push({ name, value: { start: valueStart, end: valueEnd } });
      if (name === "cache_control") {
        automaticMark = readMark(body, "/cache_control", { previousEnd, keyStart, valueStart, valueEnd });
      }
    }
    previousEnd = valueEnd;
    return valueEnd;
  });
  return { parameters, automaticMark };
}
