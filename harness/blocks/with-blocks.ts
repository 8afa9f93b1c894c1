import type { BlockTable, InspectedBlock } from "../kernel/inspection/inspected-block.ts";
import type { Inspection } from "../kernel/inspection/inspection.ts";
import { blockStates, type BlockStates, type PaidPrompt } from "./block-states.ts";

/** An inspection with the blocks of each request. */
export function withBlocks(inspection: Inspection, table: BlockTable): Inspection {
  const exchanges = inspection.exchanges.map((exchange) => {
    const pictured = picturedBlocks(exchange, table);
    return pictured === null ? exchange : { ...exchange, blocks: pictured.blocks };
  });
  return { ...inspection, exchanges };
}

/** The blocks of one request; null if the table does not have it. */
export function picturedBlocks(
  exchange: PaidPrompt & { readonly id: string },
  table: BlockTable,
): (Pick<BlockStates, "basis"> & { readonly blocks: readonly InspectedBlock[] }) | null {
  const request = table.requests.get(exchange.id);
  if (request === undefined) return null;
  const { states, scale, basis } = blockStates(request, exchange);
  const marked = new Set(request.marks);
  const blocks = [...request.blocks].flatMap((index, at) => {
    const block = table.blocks[index];
    const state = states[at];
    if (block === undefined || state === undefined) return [];
    const { segment, pointer, bytes, hash, text, kind, role, name } = block;
    return {
      segment,
      pointer,
      bytes,
      tokens: Math.round((request.tokens[at] ?? 0) * scale),
      hash,
      state,
      ...(marked.has(at) && { marked: true as const }),
      ...(text !== null && { excerpt: text, kind, ...(role !== null && { role }), ...(name !== null && { name }) }),
    };
  });
  return { blocks, basis };
}
