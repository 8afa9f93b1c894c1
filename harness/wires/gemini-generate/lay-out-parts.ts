import type { Block, BlockKind, Unit } from "../../kernel/layout.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { type Place, plainBlock } from "../shared/layout/layout-block.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LETTER_T = 0x74;

/** Lays out the parts at `place`: a list, or one part without a list around it. Returns the offset behind them. */
export function layoutParts(body: Buffer, start: number, place: Place, into: Unit[]): number {
  if (body[start] !== OPEN_BRACKET) {
    const part = layoutPart(body, start, place);
    into.push(part);
    return part.span.end;
  }
  return scanElements(body, start, (index, at) => {
    const part = layoutPart(body, at, { ...place, pointer: `${place.pointer}/${index}` });
    into.push(part);
    return part.span.end;
  });
}

/** A part's member shows what it is; a thought is a text that says so. */
function layoutPart(body: Buffer, start: number, place: Place): Block {
  if (body[start] !== OPEN_BRACE) return plainBlock(place, start, skipValue(body, start), "other");
  const kinds: BlockKind[] = [];
  let isThought = false;
  const end = scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    const found = KINDS.find(([name]) => stringIs(body, keyStart, keyEnd, name));
    if (found !== undefined) kinds.push(found[1]);
    else if (stringIs(body, keyStart, keyEnd, "thought")) isThought = body[valueStart] === LETTER_T;
    return skipValue(body, valueStart);
  });
  const [kind = "other"] = kinds;
  return plainBlock(place, start, end, isThought && kind === "text" ? "thinking" : kind);
}

const KINDS: readonly (readonly [member: string, kind: BlockKind])[] = [
  ["text", "text"],
  ["functionCall", "tool-use"],
  ["functionResponse", "tool-result"],
  ["inlineData", "media"],
  ["fileData", "media"],
  ["executableCode", "tool-use"],
  ["codeExecutionResult", "tool-result"],
  ["function_call", "tool-use"],
  ["function_response", "tool-result"],
  ["inline_data", "media"],
  ["file_data", "media"],
];
