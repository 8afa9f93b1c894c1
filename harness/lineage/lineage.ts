import type { DialectName } from "../kernel/layout.ts";
import type { Relation } from "../kernel/inspection.ts";
import type { DigestChain } from "./digest-chain.ts";

/** Whom an exchange continues, and how. */
export type Descent = { readonly parent: string | null; readonly relation: Relation };

type Known = { readonly id: string; readonly length: number };

/**
 * Finds, exchange by exchange, which earlier request each one continues. The rule is the simple one: the longest earlier
 * request whose messages stand whole at the head of this one's; where there is none (history was edited or cut), the
 * latest of those that share the longest head. Cost is linear in the units of a request: requests are never held against
 * each other.
 */
export class Lineage {
  /** By the digest of all its messages: the latest request that ended there. */
  readonly #ends = new Map<string, Known>();
  /** By the digest of each head: the latest request that begins so. */
  readonly #heads = new Map<string, Known>();
  readonly #continued = new Set<string>();

  add(id: string, dialect: DialectName, chain: DigestChain): Descent {
    const keys = chain.map((digest) => `${dialect} ${digest}`);
    const parent = this.#whole(keys) ?? this.#longestHead(keys);
    const known = { id, length: keys.length };
    for (const key of keys) this.#heads.set(key, known);
    const last = keys.at(-1);
    if (last !== undefined) this.#ends.set(last, known);
    if (parent === null) return { parent: null, relation: "root" };
    const relation = this.#continued.has(parent.id) ? "branch" : "turn";
    this.#continued.add(parent.id);
    return { parent: parent.id, relation };
  }

  #whole(keys: readonly string[]): Known | null {
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      const known = this.#ends.get(keys[at] ?? "");
      if (known !== undefined) return known;
    }
    return null;
  }

  #longestHead(keys: readonly string[]): Known | null {
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      const known = this.#heads.get(keys[at] ?? "");
      // An envelope alone is no shared history: every conversation begins with the user's role.
      if (known !== undefined && at > 0) return known;
    }
    return null;
  }
}
