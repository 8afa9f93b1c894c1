import { pricedBreak } from "../../money/priced-break.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import { judgeOfRecording } from "../../verdict/costs/kept-alive.ts";
import { judge as judgePair } from "../../verdict/judge.ts";
import { withCost } from "../../verdict/with-cost.ts";
import { checkOptions, describe, misuse, withFix } from "../misuse.ts";
import { asCounted, asRecording, sourceOf } from "../tape/exchange-source.ts";
import { isExchange } from "./is-exchange.ts";
import { checkProvider } from "./check-provider.ts";

export type JudgedPair = {
  /** The request whose prefix the child is to repeat. A request that was not sent is an error, so an index needs no check. */
  readonly parent: Exchange | undefined;
  /** The fork's first request, or the next turn. */
  readonly child: Exchange | undefined;
  /** JSON pointer of the parent's first block that the child need not repeat, such as `/messages/4`. Default: the parent's end. */
  readonly at?: string;
  /** The provider whose cache rules apply. Default: derived from host, model and wire format. */
  readonly provider?: string;
  /** Leaves text that looks like a credential readable in excerpts. Default: false. */
  readonly showText?: boolean;
};

export type SentPair = { readonly parent: Exchange; readonly child: Exchange };

/**
 * The judgement of `forkproof judge` on two requests, in this process. Two exchanges of one tape are judged among the others of
 * that tape, since a sibling may have kept the cache alive. Two wire formats give the verdict `not-comparable`.
 *
 * @throws HarnessError HX541 and HX542 for wrong arguments, HX543 for a request that is compared with itself, HX250 for a body
 * that is not JSON, HX251 for a pointer without a block
 */
export function judge(pair: JudgedPair): Judgement {
  return judgeSent(pair, true);
}

/** The same for a matcher that asks for a fork: its words stay those of a fork, whatever the pair looks like. */
export function judgeFork(pair: JudgedPair): Judgement {
  return judgeSent(pair, false);
}

function judgeSent(pair: JudgedPair, mayBeTurn: boolean): Judgement {
  if (typeof pair !== "object" || pair === null || "request" in pair) {
    const given = typeof pair === "object" && pair !== null ? "one exchange after the other" : describe(pair);
    throw misuse("HX541", `judge takes { parent, child }, not ${given}`, "pass two exchanges of a tape in one object");
  }
  checkOptions("judge", pair, ["parent", "child", "at", "provider", "showText"]);
  const parent = exchangeOf("judge: parent", pair.parent);
  const child = exchangeOf("judge: child", pair.child);
  checkProvider("judge", pair.provider);
  checkPointer("judge", pair.at);
  if (parent === child) {
    const what = `judge: parent and child are both request ${child.id}, and a request always repeats itself`;
    throw misuse("HX543", what, "pass two exchanges; check how many requests the tape has");
  }
  const source = sourceOf(child);
  const isAmongKin = source !== null && sourceOf(parent) === source;
  const recording = isAmongKin ? asRecording(source.name, source.exchanges()) : null;
  const counted = { ...pair, parent: wholeOf(parent, recording), child: wholeOf(child, recording) };
  const judged = withFix(() =>
    recording === null ? judgePair(counted) : judgeOfRecording(recording, counted, mayBeTurn),
  );
  const priced = withPrice(judged);
  judgedPairs.set(priced, { parent, child });
  return priced;
}

/** As the provider understands it: a request may continue an answer that its tape holds. */
function wholeOf(exchange: Exchange, recording: Recording | null): Exchange {
  const counted = asCounted(exchange);
  const request = recording?.load(exchange.id).request ?? counted.request;
  return request === counted.request ? counted : { ...counted, request };
}

/** The two requests behind a judgement; null for one that was read from a file. */
export function judgedPair(judgement: Judgement): SentPair | null {
  return judgedPairs.get(judgement) ?? null;
}

const judgedPairs = new WeakMap<Judgement, SentPair>();

/** @throws HarnessError HX541 for a value that is not a pointer; whether the parent has such a block is the judge's to say */
function checkPointer(caller: string, at: unknown): void {
  if (at === undefined || typeof at === "string") return;
  throw misuse("HX541", `${caller}: at is ${describe(at)}`, 'write a JSON pointer such as "/messages/4"');
}

/** The value, known to be an exchange. @throws HarnessError HX541 for any other */
export function exchangeOf(what: string, value: unknown): Exchange {
  if (isExchange(value)) return value;
  const fix = "pass an exchange of a tape, such as tape.exchanges[0]; check how many requests the tape has";
  throw misuse("HX541", `${what} is ${describe(value)}, not an exchange`, fix);
}

/** The prices are loaded once somebody asks what a break costs. */
function withPrice(judgement: Judgement): Judgement {
  return withCost(judgement, () => judgement.breakCost && pricedBreak(judgement.breakCost, judgement.provider));
}
