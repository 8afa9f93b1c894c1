import { pricedBreak } from "../../money/priced-break.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import { judgeOfRecording } from "../../verdict/costs/kept-alive.ts";
import { judge as judgePair } from "../../verdict/judge.ts";
import { withCost } from "../../verdict/with-cost.ts";
import { checkOptions, describe, misuse, withFix } from "../misuse.ts";
import { asCounted, asRecording, sourceOf } from "../tape/exchange-source.ts";
import { checkProvider } from "./check-provider.ts";

export type JudgedPair = {
  /** The request whose prefix the child is to repeat. */
  readonly parent: Exchange;
  /** The fork's first request, or the next turn. */
  readonly child: Exchange;
  /** JSON pointer of the parent's first block that the child need not repeat, such as `/messages/4`. Default: the parent's end. */
  readonly at?: string;
  /** The provider whose cache rules apply. Default: derived from host, model and wire format. */
  readonly provider?: string;
  /** Leaves text that looks like a credential readable in excerpts. Default: false. */
  readonly showText?: boolean;
};

/**
 * The judgement of `forkproof judge` on two requests, in this process. Two exchanges of one tape are judged among the others of
 * that tape, since a sibling may have kept the cache alive. Two wire formats give the verdict `not-comparable`.
 *
 * @throws HarnessError HX541 and HX542 for wrong arguments, HX543 for a request that is compared with itself, HX250 for a body
 * that is not JSON, HX251 for a pointer without a block
 */
export function judge(pair: JudgedPair): Judgement {
  if (typeof pair !== "object" || pair === null || "request" in pair) {
    const given = typeof pair === "object" && pair !== null ? "one exchange after the other" : describe(pair);
    throw misuse("HX541", `judge takes { parent, child }, not ${given}`, "pass two exchanges of a tape in one object");
  }
  checkOptions("judge", pair, ["parent", "child", "at", "provider", "showText"]);
  checkExchange("judge: parent", pair.parent);
  checkExchange("judge: child", pair.child);
  checkProvider("judge", pair.provider);
  checkPointer("judge", pair.at);
  if (pair.parent === pair.child) {
    const what = `judge: parent and child are both request ${pair.child.id}, and a request always repeats itself`;
    throw misuse("HX543", what, "pass two exchanges; check how many requests the tape has");
  }
  const source = sourceOf(pair.child);
  const counted = { ...pair, parent: asCounted(pair.parent), child: asCounted(pair.child) };
  const isAmongKin = source !== null && sourceOf(pair.parent) === source;
  const judged = withFix(() =>
    isAmongKin ? judgeOfRecording(asRecording(source.name, source.exchanges()), counted) : judgePair(counted),
  );
  const priced = withPrice(judged);
  judgedPairs.set(priced, pair);
  return priced;
}

/** The two requests behind a judgement; null for one that was read from a file. */
export function judgedPair(judgement: Judgement): Pick<JudgedPair, "parent" | "child"> | null {
  return judgedPairs.get(judgement) ?? null;
}

const judgedPairs = new WeakMap<Judgement, JudgedPair>();

/** @throws HarnessError HX541 for a value that is not a pointer; whether the parent has such a block is the judge's to say */
function checkPointer(caller: string, at: unknown): void {
  if (at === undefined || typeof at === "string") return;
  throw misuse("HX541", `${caller}: at is ${describe(at)}`, 'write a JSON pointer such as "/messages/4"');
}

/** @throws HarnessError HX541 for a value that is not an exchange */
export function checkExchange(what: string, value: unknown): void {
  if (typeof value === "object" && value !== null && "request" in value && Buffer.isBuffer(value.request)) return;
  const fix = "pass an exchange of a tape, such as tape.exchanges[0]; check how many requests the tape has";
  throw misuse("HX541", `${what} is ${describe(value)}, not an exchange`, fix);
}

/** The prices are loaded once somebody asks what a break costs. */
function withPrice(judgement: Judgement): Judgement {
  return withCost(judgement, () => judgement.breakCost && pricedBreak(judgement.breakCost, judgement.provider));
}
