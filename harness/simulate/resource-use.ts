import { termsOf } from "../kernel/text/sold-name.ts";
import type { TokenCounts } from "../kernel/simulation.ts";
import type { SimulatedExchange } from "../kernel/simulation.ts";
import type { RecordedContent } from "./recorded/recorded-contents.ts";
import type { PlayedExchange } from "./simulated-run.ts";
import { turnCost } from "./turn-cost.ts";

/** A use of a resource whose creation was recorded: it reads the resource, and the rest of the prompt is fresh. */
export function resourceUse(
  used: Pick<SimulatedExchange, "id" | "model" | "location" | "tier" | "provider"> & {
    readonly startedAtMs: number | null;
    /** With its total. */
    readonly recorded: TokenCounts & { readonly total: number };
    readonly outputTokens: number | null;
  },
  { tokens, createdBy }: RecordedContent,
): PlayedExchange {
  const { id, model, provider, startedAtMs, recorded, outputTokens } = used;
  const terms = termsOf(used);
  const read = Math.min(tokens, recorded.total);
  const predicted = { read, write: 0, fresh: recorded.total - read, total: recorded.total };
  const exact = recorded.read === null ? null : recorded.read === read;
  return {
    id,
    model,
    ...terms,
    provider,
    modelIsKnown: true,
    predicted,
    estimated: false,
    recorded,
    follows: createdBy,
    class: { predicted: "full", recorded: exact === true ? "full" : recorded.read === 0 ? "none" : null },
    exact,
    residual: null,
    score: exact === null ? "not-scored" : exact ? "exact" : "wrong",
    cost: turnCost(
      { provider, model, ...terms, startedAtMs },
      { ...predicted, writeByTtl: {} },
      { ...recorded, output: outputTokens },
    ),
    setApart: exact === null ? "no usage reported" : null,
  };
}
