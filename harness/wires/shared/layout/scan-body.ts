import type { Block, Mark, Parameter } from "../../../kernel/layout.ts";
import type { Span } from "../../../kernel/span.ts";
import { decodeString } from "../../../wire-scan/decode-string.ts";
import { scanMembers } from "../../../wire-scan/scan-container.ts";
import { skipValue } from "../../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../../wire-scan/validate-json.ts";
import { plainBlock } from "./layout-block.ts";
import { readMark } from "./read-mark.ts";

/** Returned by a member handler for members outside the prompt. */
export const NOT_PROMPT = -1;

/**
 * Walks a body's members once. `takePrompt` lays out one that is prompt and answers where its value ends, or NOT_PROMPT:
 * the others are parameters, and a `cache_control` among them is the automatic mark. A member that is written twice counts
 * where it stands last, as parsers read it.
 */
export function scanBody(body: Buffer, takePrompt: (name: string, valueStart: number) => number): ScannedBody {
  const prompts = new Map<string, Span>();
  const superseded: Block[] = [];
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
    } else {
      const before = prompts.get(name);
      const place = { segment: "tools", pointer: `/${name}`, message: -1 } as const;
      if (before !== undefined) superseded.push(plainBlock(place, before.start, before.end, "other"));
      prompts.set(name, { start: valueStart, end: valueEnd });
    }
    previousEnd = valueEnd;
    return valueEnd;
  });
  return { parameters, automaticMark, superseded };
}

export type ScannedBody = {
  readonly parameters: readonly Parameter[];
  readonly automaticMark: Mark | null;
  /**
   * Prompt members that a later member of the same name replaces. Which of the two a provider reads is its own affair, so
   * they are held against the other body too, before everything else.
   */
  readonly superseded: readonly Block[];
};
