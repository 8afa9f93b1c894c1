import { validateJson } from "../../wire-scan/validate-json.ts";
import { recognise } from "../../wires/recognise.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";

/**
 * The parent's request with `name` at the head of its prefix: in the first text of its first tool, else of the system prompt,
 * else of the first message. Entries of an earlier run cannot be read then, so the parent of this run wrote everything that the
 * fork reads.
 *
 * @throws HarnessError HX312 if the prefix has no text
 */
export function inNamespace(parent: Exchange, name: string): Buffer {
  const { request } = parent;
  const units = recognise(parent)?.parseLayout(request).units ?? [];
  for (const { unit, span } of units) {
    if (unit !== "block") continue;
    const at = textIn(request.subarray(span.start, span.end));
    if (at === null) continue;
    const from = span.start + at;
    const marked = Buffer.concat([request.subarray(0, from), Buffer.from(`[${name}] `), request.subarray(from)]);
    if (validateJson(marked) === null) return marked;
  }
  throw new HarnessError({
    code: "HX312",
    what: "the parent's prefix has no text that could name this run",
    where: `exchange ${parent.id}`,
    fix: "choose a parent with a tool description, a system prompt or a text",
    exit: 2,
  });
}

/** Where a block's first text begins: behind the quote of a bare string, or of its first description or text. */
function textIn(block: Buffer): number | null {
  if (block[0] === QUOTE) return 1;
  const found = /"(?:description|text)"\s*:\s*"/.exec(block.toString("latin1"));
  return found === null ? null : found.index + found[0].length;
}

const QUOTE = 0x22;
