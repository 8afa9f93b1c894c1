import type { Block, BlockKind, Envelope } from "../../kernel/layout.ts";
import { scanElements } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { callBlock, layoutBlock, type Place, plainBlock } from "../shared/layout/layout-block.ts";
import { layoutEnvelope, NOT_CONTENT } from "../shared/layout/layout-envelope.ts";
import { readCallName } from "../read-call-name.ts";
import { spelling } from "./spelling.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

type Bearer = { readonly name: string; readonly kind: BlockKind };

/** Members that bear blocks, in the order of the blocks. Reasoning is spelled in three ways, by vendor. */
const BEARERS: readonly Bearer[] = [
  { name: "content", kind: "text" },
  { name: "reasoning_content", kind: "thinking" },
  { name: "reasoning", kind: "thinking" },
  { name: "reasoning_details", kind: "thinking" },
  { name: "tool_calls", kind: "tool-use" },
];

/** The envelope of the message that starts at `start`, and its blocks: content, reasoning, tool calls. */
export function layoutMessage(
  body: Buffer,
  start: number,
  message: number,
): { readonly envelope: Envelope; readonly blocks: readonly Block[] } {
  const pointer = `/messages/${message}`;
  const borne: (readonly Block[] | undefined)[] = [];
  const envelope = layoutEnvelope(body, start, { pointer, message }, (keyStart, keyEnd, valueStart) => {
    if (!holdsBlocks(body, valueStart)) return NOT_CONTENT;
    const order = BEARERS.findIndex(({ name }) => stringIs(body, keyStart, keyEnd, name));
    const bearer = BEARERS[order];
    if (bearer === undefined) return NOT_CONTENT;
    const { name, kind } = bearer;
    const blocks: Block[] = [];
    borne[order] = blocks;
    return layoutValue(body, valueStart, { pointer: `${pointer}/${name}`, message, kind }, blocks);
  });
  const blocks: Block[] = [];
  for (const each of borne) if (each !== undefined) blocks.push(...each);
  // Only the message's role marks a tool's output, and the role may come after it.
  const isResult = envelope.role === "tool" || envelope.role === "function";
  return { envelope, blocks: isResult ? blocks.map(asResult) : blocks };
}

/** A string or a list. An empty value (null) is a member of the envelope like any other. */
function holdsBlocks(body: Buffer, start: number): boolean {
  return body[start] === OPEN_BRACKET || body[start] === QUOTE;
}

function layoutValue(
  body: Buffer,
  start: number,
  { pointer, message, kind }: { readonly pointer: string; readonly message: number; readonly kind: BlockKind },
  into: Block[],
): number {
  const place = { segment: "messages", pointer, message } as const;
  if (body[start] === QUOTE) {
    const end = skipValue(body, start);
    into.push(plainBlock(place, start, end, kind));
    return end;
  }
  return scanElements(body, start, (index, at) => {
    const element = { ...place, pointer: `${pointer}/${index}` };
    const block = kind === "text" ? layoutBlock(body, at, element, spelling) : layoutOther(body, at, element, kind);
    into.push(block);
    return block.span.end;
  });
}

/** A call, with what names it, or something of a vendor's. */
function layoutOther(body: Buffer, start: number, place: Place, kind: BlockKind): Block {
  return kind === "tool-use" && body[start] === OPEN_BRACE
    ? callBlock(place, start, kind, readCallName(body, start, "id"))
    : plainBlock(place, start, skipValue(body, start), kind);
}

function asResult(block: Block): Block {
  return block.kind === "text" ? { ...block, kind: "tool-result" } : block;
}
