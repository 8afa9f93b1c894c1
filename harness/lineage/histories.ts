import type { Known, Told } from "./known-request.ts";

/** A request whose messages end at message `at` of another. */
export type Fit = {
  readonly known: Known;
  readonly at: number;
  /** Whether the other one says more than it. */
  readonly grows: boolean;
};

/** Agents that are told apart at one point of a history; a prompt with the time in it makes one of every request. */
const AGENTS = 16;

/** A point that histories come to: the only one that has come so far, or all that part here. */
type Node = {
  sole: Known | null;
  readonly next: Map<string, Node>;
  /** By agent: the latest request that ends here. */
  readonly ends: Map<string, Known>;
  /** By agent: the latest request that comes through here and says more. */
  readonly through: Map<string, Known>;
};

/**
 * All histories as one tree of messages: a step for each message finds all requests that a history begins with. Where one
 * history goes alone the tree does not follow it, so that windows of a long conversation cost no more than a node each.
 */
export class Histories {
  readonly #root: Node = pointOf(null);

  remember(known: Known): void {
    if (known.digest.messages.length === 0) return;
    let node = this.#root;
    for (let depth = 0; ; depth += 1) {
      if (node.sole !== null) place(node, node.sole, depth);
      node.sole = null;
      const next = place(node, known, depth);
      if (next === null) return;
      node = next;
    }
  }

  /** Requests that say, message by message, what this one begins with: longest first, of equal ones the latest first. */
  headsOf(told: Told): readonly Fit[] {
    const { messages, leads } = told.digest;
    const fits: Fit[] = [];
    let node: Node | undefined = this.#root;
    for (const [at, message] of messages.entries()) {
      const leadsHere: readonly string[] = leads[at] ?? [];
      for (const [count, lead] of leadsHere.entries()) {
        const point: Node | undefined = node.next.get(lead);
        const grows = at < messages.length - 1 || count < leadsHere.length - 1;
        if (point !== undefined) for (const known of endsAt(point, at + 1)) fits.push({ known, at, grows });
        const ahead = point === undefined || point.sole === null ? null : soleFit(point.sole, at + 1, told);
        if (ahead !== null && lead === message) fits.push(ahead);
      }
      node = node.next.get(message);
      if (node === undefined) break;
    }
    return fits.reverse();
  }

  /** Requests that say all that this one says, and more: it returns to an earlier point. The latest first. */
  returnedFrom({ digest: { messages } }: Told): readonly Known[] {
    let node: Node | undefined = this.#root;
    for (const message of messages) {
      if (node === undefined || node.sole !== null) break;
      node = node.next.get(message);
    }
    if (node === undefined || messages.length === 0) return [];
    const { sole } = node;
    if (sole === null) return [...node.through.values()].reverse();
    const others = sole.digest.messages;
    return others.length > messages.length && messages.every((said, at) => others[at] === said) ? [sole] : [];
  }
}

/** Requests that end at a point `depth` messages from the beginning, the latest last. */
function endsAt({ sole, ends }: Node, depth: number): readonly Known[] {
  if (sole === null) return [...ends.values()];
  return sole.digest.messages.length === depth ? [sole] : [];
}

/** The rest of a history that goes alone from a point, where it ends inside a request. */
function soleFit(known: Known, depth: number, { digest: { messages, leads } }: Told): Fit | null {
  const others = known.digest.messages;
  const at = others.length - 1;
  if (at < depth || at >= messages.length) return null;
  for (let index = depth; index < at; index += 1) if (others[index] !== messages[index]) return null;
  const count = (leads[at] ?? []).indexOf(others[at] ?? "");
  if (count === -1) return null;
  return { known, at, grows: at < messages.length - 1 || count < (leads[at] ?? []).length - 1 };
}

/** Puts a history where it ends, or a step further; the point to go on from, or null once it stands alone or has ended. */
function place(node: Node, known: Known, depth: number): Node | null {
  const message = known.digest.messages[depth];
  keep(message === undefined ? node.ends : node.through, known);
  if (message === undefined) return null;
  const next = node.next.get(message);
  if (next === undefined) node.next.set(message, pointOf(known));
  return next ?? null;
}

/** Sets the latest of its agent last, and forgets the agent that was not heard for longest. */
function keep(agents: Map<string, Known>, known: Known): void {
  const { agent } = known;
  if (agents.size > 1) agents.delete(agent);
  agents.set(agent, known);
  if (agents.size <= AGENTS) return;
  for (const oldest of agents.keys()) {
    agents.delete(oldest);
    return;
  }
}

function pointOf(sole: Known | null): Node {
  return { sole, next: new Map(), ends: new Map(), through: new Map() };
}
