import { digestUnit } from "../cache-model/prompt/digest-unit.ts";
import { estimateTokens } from "../cache-model/estimate-tokens.ts";
import type { BlockTable, RequestBlocks, TableBlock } from "../kernel/inspection/inspected-block.ts";
import type { Block, Layout } from "../kernel/layout.ts";
import type { JudgedExchange } from "../verdict/recording/judge-recording.ts";
import { hideCredentials } from "../verdict/hide-credentials.ts";
import { modelOf } from "../wires/model-of.ts";
import { blockName } from "./block-name.ts";

/** How much of a block's text is kept, in characters; null for no text, `Infinity` for all of it. */
export type BlockBookOptions = { readonly characters: number | null };

/** Characters of an excerpt. */
export const EXCERPT = 200;

/** Collects the blocks of each request while a recording is judged. It holds no body. */
export class BlockBook {
  readonly #characters: number | null;
  readonly #blocks: TableBlock[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #requests = new Map<string, RequestBlocks>();

  constructor({ characters }: BlockBookOptions) {
    this.#characters = characters;
  }

  /** A request that is judged again, with the parent that was found later, replaces its first entry. */
  see({ exchange, read }: JudgedExchange): void {
    if (read === null) return;
    const { layout, judgement } = read;
    const { units } = layout;
    const bytes = units.map((unit) => (isSent(unit) ? digestUnit(layout.body, unit, false).bytes : 0));
    const counts = estimateTokens.count(layout, bytes, modelOf(layout, exchange.path) ?? "");
    const [blocks, tokens, marks]: [number[], number[], number[]] = [[], [], []];
    let before = counts.head;
    let role: string | null = null;
    for (const [at, unit] of units.entries()) {
      before += counts.units[at] ?? 0;
      if (unit.unit === "envelope") ({ role } = unit);
      else if (isSent(unit)) {
        if (unit.marks.length > 0) marks.push(blocks.length);
        blocks.push(this.#indexOf(layout, unit, { role: unit.segment === "tools" ? null : role, tokens: before }));
        tokens.push(before);
        before = 0;
      }
    }
    const last = tokens.length - 1;
    if (last < 0) return;
    tokens[last] = (tokens[last] ?? 0) + before + counts.trailer;
    if (layout.automaticMark !== null && marks.at(-1) !== last) marks.push(last);
    this.#requests.set(exchange.id, {
      blocks: Uint32Array.from(blocks),
      tokens: Uint32Array.from(tokens),
      shared: Math.min(judgement?.shared.blocks ?? 0, blocks.length),
      marks,
      divergence: judgement?.divergence ?? null,
    });
  }

  table(): BlockTable {
    return { blocks: this.#blocks, requests: this.#requests, isWhole: this.#characters === Infinity };
  }

  #indexOf({ body }: Layout, block: Block, { role, tokens }: Pick<TableBlock, "role" | "tokens">): number {
    const { segment, pointer, span, kind } = block;
    const hash = shortHash(digestUnit(body, block, false).digest);
    const bytes = span.end - span.start;
    const key = `${hash} ${bytes} ${pointer}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const raw = body.subarray(span.start, span.end);
    const text = this.#characters === null ? null : cut(hideCredentials(raw).toString("utf8"), this.#characters);
    const index = this.#blocks.length;
    this.#blocks.push({ segment, pointer, bytes, hash, kind, role, name: blockName(kind, raw), tokens, text });
    this.#byKey.set(key, index);
    return index;
  }
}

/** A deferred tool is declared and not part of the prompt. */
function isSent(unit: Layout["units"][number]): boolean {
  return unit.unit === "envelope" || !unit.deferred;
}

function shortHash(digest: string): string {
  return Buffer.from(digest, "base64url").toString("hex").slice(0, 16);
}

/** Never in the middle of a character of two units. A slice would keep the whole text that it was cut from, so it is copied. */
function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(characters - 1)) ? characters - 1 : characters;
  return Buffer.from(text.slice(0, end)).toString("utf8");
}
