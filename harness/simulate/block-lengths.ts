import { digestUnit } from "../cache-model/prompt/digest-unit.ts";
import type { Link } from "../cache-model/prompt/link.ts";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import type { Layout } from "../kernel/layout.ts";

/** How long a block was found to be, and whether two told totals say so or it has its share of what lies between two. */
type Length = { readonly tokens: number; readonly isTold: boolean };

/**
 * Lengths of blocks by what they hold, wherever they stand. A request that changes one block keeps the lengths of all others,
 * also of those behind it, whose prefixes nobody has seen.
 */
export class BlockLengths {
  readonly #known = new Map<string, Length>();

  /** `links` of a chain whose lengths were told at `told`, or lie between two that were. What is known stays, unless it is told now. */
  learn(keys: readonly string[], links: readonly Link[], told: ReadonlySet<number>): void {
    for (const [index, key] of keys.entries()) {
      const before = index === 0 ? 0 : (links[index - 1]?.tokens ?? 0);
      const tokens = (links[index]?.tokens ?? 0) - before;
      const isTold = told.has(index) && (index === 0 || told.has(index - 1));
      const known = this.#known.get(key);
      if (tokens > 0 && (known === undefined || (isTold && !known.isTold))) this.#known.set(key, { tokens, isTold });
    }
  }

  /** Tokens of a block; null where none like it was seen. */
  of(key: string | undefined): number | null {
    return this.#known.get(key ?? "")?.tokens ?? null;
  }
}

/** What each link's block holds, with what a provider wraps around it: the first of all, of a message, or one behind another. */
export function blockKeys(layout: Layout, { links, model }: PromptChain): readonly string[] {
  const units = new Map(layout.units.map((unit) => [unit.unit === "block" ? unit.pointer : "", unit]));
  return links.map(({ pointer, role, segment, message }, index) => {
    const unit = units.get(pointer);
    const before = links[index - 1];
    const opens = before === undefined ? "first" : before.message !== message ? "opens" : "follows";
    const digest = unit === undefined ? "" : digestUnit(layout.body, unit, true).digest;
    return [model, segment, role, opens, digest].join(" ");
  });
}
