import { type Client, conversation, type Plan } from "./conversation.ts";
import { sum } from "../../harness/kernel/numbers.ts";
import { inspected, served } from "./world.ts";

/** Costs in USD: of our breaks as inspect says, of the broken requests as the bills show, of the whole session without faults. */
type Compared = {
  readonly said: number;
  readonly true: number;
  readonly good: number;
  /** What the unbroken requests of the broken session cost more, and what they may. */
  readonly others: number;
  readonly othersMost: number;
};

/** What inspect says that our breaks cost, and what the broken requests cost more than the same ones without their faults. */
export function compared(client: Client, seed: number, broken: Plan): Compared {
  const { turns, faults, forksBehind = [] } = broken;
  const sent = conversation(client, seed, broken);
  const bad = served(client, sent);
  const good = served(client, conversation(client, seed, { turns, faults: [], forksBehind }));
  const extra = sent.map(({ forkOf }, at) => ({
    isBroken: faults.length > 0 || forkOf !== null,
    usd: (bad.prices[at] ?? NaN) - (good.prices[at] ?? NaN),
  }));
  const answers = sent.flatMap(({ id, answer }) =>
    sent.some(({ forkOf }) => forkOf === id) ? [Buffer.byteLength(JSON.stringify(answer))] : [],
  );
  const sumOf = (isBroken: boolean): number =>
    sum(extra.flatMap((each) => (each.isBroken === isBroken ? [each.usd] : [])));
  return {
    said: inspected(bad).totals.avoidableUsd?.ours ?? NaN,
    true: sumOf(true),
    good: good.usd,
    others: sumOf(false),
    othersMost: ROUNDING + bad.unreadUsd * sum(answers.map((bytes) => bytes / LEAST_BYTES + bad.unitTokens)),
  };
}

const ROUNDING = 1e-9;

/** A token of these answers has more bytes of JSON than that. */
const LEAST_BYTES = 4;

/**
 * A break that costs next to nothing is held to a part of the whole bill: what a fault writes may itself fill a unit of a cache.
 *
 * A fork that keeps its prefix also stores the parent's answer, with which the parent's next turn goes on. Without the fork's entry that turn
 * reads at most the answer and one unit of the cache less. That is not part of the cost of the fork's own requests.
 */
export function isNear({ said, true: difference, good, others, othersMost }: Compared): boolean {
  // A cut history may cost less than the whole one.
  const cost = Math.max(0, difference);
  return others <= othersMost && Math.abs(said - cost) <= Math.max(0.05 * Math.abs(cost), 0.01 * good);
}

/** By name, so that a counterexample can be read. */
export function named<Named extends { readonly name: string }>(all: readonly Named[], name: string): Named {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}
