import type { Unit } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { escapeToken } from "../../wire-scan/pointer-at.ts";
import { type BlockSpelling, plainBlock } from "../lay-out-block.ts";
import { layOutTools as layOutDeclarations } from "../lay-out-list.ts";
import type { ReusableLayout } from "../reusable-layout.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** The wire has no breakpoints: a request names a cache resource (`cachedContent`), or the provider caches by itself. */
const spelling: BlockSpelling = { kindOf: () => "tool", marks: [] };

/**
 * Lays out `tools`: each function declaration is a tool, and so is each element that declares none (`{"googleSearch":{}}`).
 * Where an element holds both, the other member is a tool by itself, its key included since that is its name.
 */
export function layOutTools(body: Buffer, start: number, known: ReusableLayout | null, into: Unit[]): number {
  if (body[start] !== OPEN_BRACKET) return skipValue(body, start);
  return scanElements(body, start, (index, at) => {
    const pointer = `/tools/${index}`;
    const place = { segment: "tools", message: -1 } as const;
    const declared: Unit[] = [];
    const others: Unit[] = [];
    const end =
      body[at] !== OPEN_BRACE
        ? skipValue(body, at)
        : scanMembers(body, at, (keyStart, keyEnd, valueStart) => {
            const name = decodeString(body, keyStart, keyEnd);
            const member = `${pointer}/${escapeToken(name)}`;
            if (name === "functionDeclarations" || name === "function_declarations") {
              return layOutDeclarations(body, valueStart, { pointer: member, spelling, known }, declared);
            }
            const valueEnd = skipValue(body, valueStart);
            others.push(plainBlock({ ...place, pointer: member }, keyStart, valueEnd, "tool"));
            return valueEnd;
          });
    if (declared.length > 0) into.push(...declared, ...others);
    else into.push(plainBlock({ ...place, pointer }, at, end, "tool"));
    return end;
  });
}
