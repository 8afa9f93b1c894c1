import type { Exchange } from "../../kernel/exchange.ts";
import { whyUnanswered } from "../../verdict/costs/why-unanswered.ts";
import type { SentPair } from "../judging/judge.ts";
import { misuse } from "../misuse.ts";
import { sourceOf } from "../tape/exchange-source.ts";

/**
 * A request that was not answered neither wrote to the cache nor read from it, so whatever is asserted of it holds by accident.
 *
 * @throws HarnessError HX543 with the request that sends the same again, if there is one
 */
export function refuseUnanswered(matcher: string, pair: SentPair): void {
  for (const [exchange, effect] of [
    [pair.parent, "left nothing in the cache"],
    [pair.child, "read nothing from the cache"],
  ] as const) {
    const why = whyNoAnswer(exchange);
    if (why === null) continue;
    const again = repeatOf(exchange, sourceOf(exchange)?.exchanges() ?? []);
    const fix =
      again === null
        ? "check why it was not answered; a test of an agent needs a provider that answers, such as mockProvider"
        : `assert on request ${again.id}, which sends it again; tape.answered leaves out attempts without an answer`;
    throw misuse("HX543", `${matcher}: request ${exchange.id} ${why}, so it ${effect}`, fix);
  }
}

/**
 * A child with the body of its parent is the same request again, such as a retry of an SDK: it shares every prefix of its own.
 *
 * @throws HarnessError HX543 with the first later request that has another body
 */
export function refuseRepeated(matcher: string, { parent, child }: SentPair): void {
  if (parent === child || !parent.request.equals(child.request)) return;
  const kept = sourceOf(child)?.exchanges() ?? [];
  const later = kept.slice(kept.findIndex(({ id }) => id === child.id) + 1);
  const fork = later.find((each) => !each.request.equals(parent.request) && whyNoAnswer(each) === null);
  throw repeated(matcher, { parent, child }, fork ?? null);
}

/** The error for a child that says nothing beyond its parent. */
export function repeated(matcher: string, { parent, child }: SentPair, fork: Exchange | null): Error {
  const what = `${matcher}: request ${child.id} sends request ${parent.id} again and adds nothing, so it always shares its prefix`;
  const other = fork === null ? "the fork's request" : `another request, such as ${fork.id}`;
  return misuse("HX543", what, `assert on ${other}; of a request sent twice, assert toHaveFirstTurnRatio({ atLeast })`);
}

/** The first later request with the same body that was answered. */
export function repeatOf(exchange: Exchange, kept: readonly Exchange[]): Exchange | null {
  const at = kept.findIndex(({ id }) => id === exchange.id);
  if (at === -1) return null;
  const isRepeat = (each: Exchange): boolean =>
    each.request.equals(exchange.request) && each.path === exchange.path && whyNoAnswer(each) === null;
  return kept.slice(at + 1).find(isRepeat) ?? null;
}

/** Null for an answered request, and for one of a recording that holds no responses. */
function whyNoAnswer(exchange: Exchange): string | null {
  const { response } = exchange;
  switch (whyUnanswered(exchange)) {
    case "refused":
      return `was refused (${response?.status ?? "an error"})`;
    case "unreachable":
      return "did not reach the provider";
    case "no-answer":
      return "was not answered";
    case null:
      return response === null && sourceOf(exchange) !== null ? "is not answered yet" : null;
  }
}
