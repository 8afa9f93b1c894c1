import type { Exchange } from "../../kernel/exchange.ts";
import type { InspectedExchange, Inspection } from "../../kernel/inspection/inspection.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import { inspect, inspectKept } from "../judging/inspect.ts";
import { isExchange } from "../judging/is-exchange.ts";
import { judge, judgedPair } from "../judging/judge.ts";
import { describe, misuse } from "../misuse.ts";
import { asRecording, sourceOf } from "../tape/exchange-source.ts";
import { KeptExchanges } from "../tape/kept-exchanges.ts";

/** What matchers take: one judged pair, or a whole recording. */
export type Received =
  | {
      readonly kind: "judgement";
      readonly judgement: Judgement;
      /** The two requests; null for a judgement that was read from a file. */
      readonly pair: ReturnType<typeof judgedPair>;
    }
  | { readonly kind: "inspection"; readonly inspection: Inspection };

/**
 * Reads what an assertion is about. An exchange is judged against the request that it continues on its tape.
 *
 * @throws HarnessError HX541 for any other value, HX543 where nothing was compared
 */
export function readReceived(matcher: string, value: unknown): Received {
  if (isJudgement(value)) return { kind: "judgement", judgement: compared(matcher, value), pair: judgedPair(value) };
  if (isExchange(value)) {
    const { judgement, pair } = judgeOnTape(matcher, value);
    return { kind: "judgement", judgement: compared(matcher, judgement), pair };
  }
  return { kind: "inspection", inspection: readInspection(matcher, value) };
}

/** @throws HarnessError HX541 for a value that is not inspected or inspectable, HX252 for fewer than two comparable requests */
export function readInspection(matcher: string, value: unknown): Inspection {
  if (isInspection(value)) return value;
  if (KeptExchanges.sourceOf(value) !== null || (Array.isArray(value) && value.every(isExchange)))
    return inspect(asKept(value));
  const given = isExchange(value) ? "one exchange" : isJudgement(value) ? "one judgement" : describe(value);
  const one = matcher === "toHaveNoCacheBreaks" ? "; of one exchange, assert toShareForkPrefix(parent)" : "";
  const fix = `pass a tape, its exchanges or an inspection${one}`;
  throw misuse("HX541", `${matcher} cannot read ${given}`, fix);
}

/** The exchanges behind a value; empty for an inspection, which does not hold them. */
export function keptBy(value: unknown): readonly Exchange[] {
  if (value instanceof KeptExchanges) return value.exchanges;
  return Array.isArray(value) ? value.filter(isExchange) : [];
}

function asKept(value: unknown): readonly Exchange[] | { readonly exchanges: readonly Exchange[] } {
  if (value instanceof KeptExchanges) return value;
  return Array.isArray(value) ? value.filter(isExchange) : [];
}

/** The exchange against its parent, with the findings that only the whole tape shows. */
function judgeOnTape(
  matcher: string,
  exchange: Exchange,
): Pick<Extract<Received, { readonly kind: "judgement" }>, "judgement" | "pair"> {
  const source = sourceOf(exchange);
  if (source === null) {
    const fix = "judge it against its parent: expect(judge({ parent, child }))";
    throw misuse("HX543", `${matcher}: exchange ${exchange.id} belongs to no tape, so its parent is unknown`, fix);
  }
  const recording = asRecording(source.name, source.exchanges());
  const found = inspectKept(recording, {}).exchanges.find(({ id }) => id === exchange.id);
  if (found === undefined || found.parent === null) {
    const fix = "check that its parent was sent through the same tape, or judge it: expect(judge({ parent, child }))";
    throw misuse("HX543", `${matcher}: request ${exchange.id} continues no other request of ${source.name}`, fix);
  }
  const child = source.exchanges().find(({ id }) => id === exchange.id) ?? exchange;
  const parent = source.exchanges().find(({ id }) => id === found.parent) ?? exchange;
  const { findings, reusable } = found;
  return {
    judgement: { ...judge({ parent, child }), findings, reusable, ratio: ratioOf(found) },
    pair: { parent, child },
  };
}

function ratioOf({ ratio }: InspectedExchange): Judgement["ratio"] {
  if (ratio === null || ratio.verdict === null) return null;
  return { ...ratio, verdict: ratio.verdict };
}

function compared(matcher: string, judgement: Judgement): Judgement {
  if (judgement.verdict !== "not-comparable") return judgement;
  const { parent, child, reusableBecause } = judgement;
  const why = reusableBecause.length === 0 ? "" : `: ${reusableBecause.join("; ")}`;
  const what = `${matcher}: requests ${parent.id} and ${child.id} cannot be compared${why}`;
  throw misuse("HX543", what, "compare two requests of one wire format that repeat their history");
}

function hasSchema(value: unknown, schema: string): value is { readonly schema: string } {
  return typeof value === "object" && value !== null && "schema" in value && value.schema === schema;
}

function isJudgement(value: unknown): value is Judgement {
  return hasSchema(value, "forkproof/judgement@2");
}

function isInspection(value: unknown): value is Inspection {
  return hasSchema(value, "forkproof/inspection@2");
}
