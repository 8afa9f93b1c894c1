import { digestUnit } from "../cache-model/prompt/digest-unit.ts";
import type { Link } from "../cache-model/prompt/link.ts";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import type { Layout } from "../kernel/layout.ts";

/** The found length of a block, and whether two reported totals give it or it has its share of the stretch between two. */
type Length = { readonly tokens: number; readonly isTold: boolean };

/**
 * Lengths of blocks by their content, at any place. A request that changes one block keeps the lengths of all others, also of
 * later ones, whose prefixes are new.
 */
export class BlockLengths {
  readonly #known = new Map<string, Length>();

  /**
   * `links` of a chain whose lengths were reported at `told`, or lie between two that were. Known lengths stay, unless they are
   * reported now.
   */
  learn(keys: readonly string[], links: readonly Link[], told: ReadonlySet<number>): void {
    for (const [index, key] of keys.entries()) {
      const before = index === 0 ? 0 : (links[index - 1]?.tokens ?? 0);
      const tokens = (links[index]?.tokens ?? 0) - before;
      const isTold = told.has(index) && (index === 0 || told.has(index - 1));
      const known = this.#known.get(key);
      if (tokens > 0 && (known === undefined || (isTold && !known.isTold))) this.#known.set(key, { tokens, isTold });
    }
  }

  /** Tokens of a block; null if no equal block was seen. */
  of(key: string | undefined): number | null {
    return this.#known.get(key ?? "")?.tokens ?? null;
  }
}

/** The content of each link's block, with the provider's frame around it: the first of all, of a message, or a later one. */
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
