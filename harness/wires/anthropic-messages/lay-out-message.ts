import type { Block, Unit } from "../../kernel/layout.ts";
import { scanElements } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { layoutBlock, plainBlock } from "../shared/layout/layout-block.ts";
import { layoutEnvelope, NOT_CONTENT } from "../shared/layout/layout-envelope.ts";
import { spelling } from "./spelling.ts";

const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/** Lays out the message that starts at `start`: its envelope, then its content blocks. Returns the offset behind it. */
export function layoutMessage(body: Buffer, start: number, message: number, into: Unit[]): number {
  const pointer = `/messages/${message}`;
  let blocks: Block[] = [];
  const envelope = layoutEnvelope(body, start, { pointer, message }, (keyStart, keyEnd, valueStart) => {
    if (!stringIs(body, keyStart, keyEnd, "content")) return NOT_CONTENT;
    blocks = [];
    return layoutContent(body, valueStart, message, blocks);
  });
  into.push(envelope);
  for (const block of blocks) into.push(block);
  return envelope.span.end;
}

/** A string is one text block; an array holds blocks; any other value is kept as one block of unknown kind. */
function layoutContent(body: Buffer, start: number, message: number, into: Block[]): number {
  const pointer = `/messages/${message}/content`;
  if (body[start] === OPEN_BRACKET) {
    return scanElements(body, start, (index, at) => {
      const place = { segment: "messages", pointer: `${pointer}/${index}`, message } as const;
      const block = layoutBlock(body, at, place, spelling);
      into.push(block);
      return block.span.end;
    });
  }
  const end = skipValue(body, start);
  const kind = body[start] === QUOTE ? "text" : "other";
  into.push(plainBlock({ segment: "messages", pointer, message }, start, end, kind));
  return end;
}
