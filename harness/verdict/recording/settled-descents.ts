import type { Descent } from "../../lineage/requests/descent.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";

/** How an exchange stands once all were seen, with what would hold if it continued another one. */
export type SettledDescent = Omit<Descent, "alternatives" | "isSubagent"> &
  Pick<InspectedExchange, "alternatives" | "suspected">;

/** All but the ids that each has for itself. */
type SharedDescent = Omit<SettledDescent, "parent" | "conversation">;

/** The settled descents of a recording in its order. A log has thousands that differ in their ids alone, so the rest is held once. */
export class SettledDescents implements Iterable<readonly [id: string, descent: SettledDescent]> {
  readonly #ids: string[] = [];
  readonly #parents: (string | null)[] = [];
  readonly #conversations: string[] = [];
  readonly #shared: SharedDescent[] = [];
  readonly #known = new Map<string, SharedDescent>();

  add(id: string, { parent, conversation, ...shared }: SettledDescent): void {
    this.#ids.push(id);
    this.#parents.push(parent);
    this.#conversations.push(conversation);
    this.#shared.push(this.#one(shared));
  }

  *[Symbol.iterator](): Generator<readonly [id: string, descent: SettledDescent]> {
    for (const [at, id] of this.#ids.entries()) {
      const shared = this.#shared[at];
      if (shared === undefined) continue;
      const { relation, certainty, because, alternatives, suspected } = shared;
      const [parent = null, conversation = id] = [this.#parents[at], this.#conversations[at]];
      yield [id, { parent, relation, certainty, because, conversation, alternatives, suspected }];
    }
  }

  #one(shared: SharedDescent): SharedDescent {
    const { relation, certainty, because, alternatives, suspected } = shared;
    if (alternatives.length > 0) return shared;
    const key = `${relation} ${certainty} ${because.join()} ${suspected.join()}`;
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, shared);
    return known ?? shared;
  }
}
