import { withIncidents } from "../../incidents/with-incidents.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import { pricedInspection } from "../../money/priced-inspection.ts";
import { checkSaidParents } from "../../verdict/recording/check-said-parents.ts";
import { inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import { checkOptions, describe, misuse, withFix } from "../misuse.ts";
import { asRecording } from "../tape/exchange-source.ts";
import { KeptExchanges } from "../tape/kept-exchanges.ts";
import { exchangeOf } from "./judge.ts";
import { checkProvider } from "./check-provider.ts";

/** A tape, a mocked provider, or exchanges in the order in which they were sent. */
export type Inspectable = { readonly exchanges: readonly Exchange[] } | readonly Exchange[];

export type InspectOptions = {
  /** Parents that the conversation itself does not show, by the id of the child: `{ "3": "1" }`. */
  readonly parentOf?: Readonly<Record<string, string>>;
  /** The provider whose cache rules apply. Default: derived from host, model and wire format. */
  readonly provider?: string;
  /** Leaves text that looks like a credential readable in excerpts. Default: false. */
  readonly showText?: boolean;
};

/**
 * The document of `forkproof inspect --json`: which request continues which, each with its verdict; incidents and totals.
 *
 * @throws HarnessError HX541 and HX542 for wrong arguments, HX252 for fewer than two comparable requests, HX250 for a body that
 * is not JSON, HX258 for a wrong `parentOf`
 */
export function inspect(source: Inspectable, options: InspectOptions = {}): Inspection {
  checkOptions("inspect", options, ["parentOf", "provider", "showText"]);
  checkProvider("inspect", options.provider);
  checkParentOf(options.parentOf);
  return inspectKept(recordingOf("inspect", source), options);
}

/** The same for a recording that is known to be one. */
export function inspectKept(recording: Recording, options: InspectOptions): Inspection {
  if (recording.ids.length < 2) throw tooFew(recording);
  const { parentOf = {}, provider, showText = false } = options;
  const said = Object.entries(parentOf).map(([child, parent]) => ({ child, parent, where: `parentOf: ${child}` }));
  const judged = withFix(() =>
    inspectRecording(recording, {
      parentOf: checkSaidParents(recording, said),
      passesBroken: false,
      showText,
      ...(provider === undefined ? {} : { provider }),
    }),
  );
  const isPriced = judged.exchanges.some(
    ({ usage, bill, breakCost, unserved, root }) =>
      (usage ?? bill ?? breakCost ?? unserved ?? root?.cost ?? null) !== null,
  );
  return withIncidents(isPriced ? pricedInspection(judged) : judged, recording, { showText });
}

function checkParentOf(parentOf: unknown): void {
  if (parentOf === undefined) return;
  const isMapping = typeof parentOf === "object" && parentOf !== null && !Array.isArray(parentOf);
  if (isMapping && Object.values(parentOf).every((each) => typeof each === "string")) return;
  const given = isMapping ? "an object with other values than ids" : describe(parentOf);
  throw misuse("HX541", `inspect: parentOf is ${given}`, 'name the parent of each child by ids: { "3": "1" }');
}

function tooFew({ name, ids }: Recording): HarnessError {
  const held = ids.length === 0 ? "no request" : "one request";
  return misuse(
    "HX252",
    `${name} holds ${held}, so nothing of it can be compared`,
    "send parent and fork through the same tape or mocked provider",
  );
}

/** @throws HarnessError HX541 for a value that holds no exchanges, HX543 for ids that occur twice */
export function recordingOf(caller: string, source: Inspectable): Recording {
  const kept = KeptExchanges.sourceOf(source);
  if (kept !== null) return asRecording(kept.name, kept.exchanges());
  const given: unknown =
    typeof source === "object" && source !== null && "exchanges" in source ? source.exchanges : source;
  if (!isList(given)) {
    throw misuse(
      "HX541",
      `${caller} takes a tape or an array of exchanges, not ${describe(source)}`,
      "pass a tape, or tape.exchanges",
    );
  }
  const exchanges = given.map((each, at) => exchangeOf(`exchange ${at}`, each));
  const twice = exchanges.find(({ id }, at) => exchanges.findIndex((each) => each.id === id) !== at);
  if (twice === undefined) return asRecording("the array of exchanges", exchanges);
  throw misuse(
    "HX541",
    `two exchanges have the id "${twice.id}"`,
    "inspect one tape at a time, or give ids of your own",
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
