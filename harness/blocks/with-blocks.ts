import type { BlockTable, InspectedBlock } from "../kernel/inspection/inspected-block.ts";
import type { Inspection, InspectedExchange } from "../kernel/inspection/inspection.ts";
import { blockStates } from "./block-states.ts";

/** An inspection with the blocks of each request. */
export function withBlocks(inspection: Inspection, table: BlockTable): Inspection {
  const exchanges = inspection.exchanges.map((exchange) => {
    const blocks = inspectedBlocks(exchange, table);
    return blocks === null ? exchange : { ...exchange, blocks };
  });
  return { ...inspection, exchanges };
}

function inspectedBlocks(exchange: InspectedExchange, table: BlockTable): readonly InspectedBlock[] | null {
  const request = table.requests.get(exchange.id);
  if (request === undefined) return null;
  const { states, scale } = blockStates(request, exchange);
  const marked = new Set(request.marks);
  return [...request.blocks].flatMap((index, at) => {
    const block = table.blocks[index];
    const state = states[at];
    if (block === undefined || state === undefined) return [];
    const { segment, pointer, bytes, hash, text } = block;
    return {
      segment,
      pointer,
      bytes,
      tokens: Math.round((request.tokens[at] ?? 0) * scale),
      hash,
      state,
      ...(marked.has(at) && { marked: true as const }),
      ...(text !== null && { excerpt: text }),
    };
  });
}
