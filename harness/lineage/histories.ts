import { agentOf, type Known, type Told } from "./known-request.ts";

/** A request whose messages end at message `at` of another. */
export type Fit = {
  readonly known: Known;
  readonly at: number;
  /** Whether the other one says more than it. */
  readonly grows: boolean;
};

type Node = {
  readonly next: Map<string, Node>;
  /** By agent: the latest request that ends here. */
  readonly ends: Map<string, Known>;
  /** By agent: the latest request that comes through here and says more. */
  readonly through: Map<string, Known>;
};

/** All histories as one tree of messages: a step for each message finds all requests that a history begins with. */
export class Histories {
  readonly #root: Node = emptyNode();

  remember(known: Known): void {
    const agent = agentOf(known);
    const { messages } = known.digest;
    let node = this.#root;
    for (const message of messages) {
      node.through.set(agent, known);
      const next = node.next.get(message) ?? emptyNode();
      node.next.set(message, next);
      node = next;
    }
    if (messages.length > 0) node.ends.set(agent, known);
  }

  /** Requests that say, message by message, what this one begins with: longest first, of equal ones the latest first. */
  headsOf({ digest: { messages, leads } }: Told): readonly Fit[] {
    const fits: Fit[] = [];
    let node: Node | undefined = this.#root;
    for (const [at, message] of messages.entries()) {
      const leadsHere: readonly string[] = leads[at] ?? [];
      for (const [count, lead] of leadsHere.entries()) {
        const grows = at < messages.length - 1 || count < leadsHere.length - 1;
        const ends = [...(node.next.get(lead)?.ends.values() ?? [])].sort((left, right) => left.order - right.order);
        for (const known of ends) fits.push({ known, at, grows });
      }
      node = node.next.get(message);
      if (node === undefined) break;
    }
    return fits.reverse();
  }

  /** Requests that say all that this one says, and more: it returns to an earlier point. The latest first. */
  returnedFrom({ digest: { messages } }: Told): readonly Known[] {
    let node: Node | undefined = this.#root;
    for (const message of messages) node = node?.next.get(message);
    if (node === undefined || messages.length === 0) return [];
    return [...node.through.values()].sort((left, right) => right.order - left.order);
  }
}

function emptyNode(): Node {
  return { next: new Map(), ends: new Map(), through: new Map() };
}
