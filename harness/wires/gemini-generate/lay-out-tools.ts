import type { Unit } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { escapeToken } from "../../wire-scan/pointer-at.ts";
import { type BlockSpelling, isNothing, layoutUnknownBlock, plainBlock } from "../shared/layout/layout-block.ts";
import { layoutTools as layoutDeclarations } from "../shared/layout/layout-list.ts";
import type { ReusableLayout } from "../shared/layout/reusable-layout.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** The wire has no breakpoints: a request names a cache resource (`cachedContent`), or the provider caches by itself. */
const spelling: BlockSpelling = { kindOf: () => "tool", marks: [] };

/**
 * Lays out `tools`: each function declaration is a tool, and so is each element without declarations (`{"googleSearch":{}}`). If
 * an element holds both, the other member is a tool by itself, its key included since that is its name, in the order of the body.
 */
export function layoutTools(
  body: Buffer,
  start: number,
  { pointer: tools, known }: { readonly pointer: string; readonly known: ReusableLayout | null },
  into: Unit[],
): number {
  if (body[start] !== OPEN_BRACKET)
    return layoutUnknownBlock(body, start, { segment: "tools", pointer: tools, message: -1 }, into);
  return scanElements(body, start, (index, at) => {
    const pointer = `${tools}/${index}`;
    const place = { segment: "tools", message: -1 } as const;
    const own: Unit[] = [];
    let [declares, holds] = [false, false];
    let list: Declarations | null = null;
    const end =
      body[at] !== OPEN_BRACE
        ? skipValue(body, at)
        : scanMembers(body, at, (keyStart, keyEnd, valueStart) => {
            const name = decodeString(body, keyStart, keyEnd);
            const member = `${pointer}/${escapeToken(name)}`;
            if (name === "functionDeclarations" || name === "function_declarations") {
              // Of a list that is written twice the last counts; the first is not a tool and must not be overlooked.
              if (list !== null) {
                const first = plainBlock({ ...place, pointer: member }, list.start, list.end, "other");
                own.splice(list.index, list.count, first);
              }
              const index = own.length;
              const listEnd = layoutDeclarations(body, valueStart, { pointer: member, spelling, known }, own);
              list = { start: valueStart, end: listEnd, index, count: own.length - index };
              declares ||= list.count > 0;
              holds ||= !isNothing(body, valueStart);
              return listEnd;
            }
            const valueEnd = skipValue(body, valueStart);
            holds = true;
            own.push(plainBlock({ ...place, pointer: member }, keyStart, valueEnd, "tool"));
            return valueEnd;
          });
    if (declares) into.push(...own);
    // An element that declares nothing is not a tool.
    else if (holds || body[at] !== OPEN_BRACE) into.push(plainBlock({ ...place, pointer }, at, end, "tool"));
    return end;
  });
}

/** A list of declarations: where it stands in the body, and in what its element was laid out to. */
type Declarations = Span & { readonly index: number; readonly count: number };
