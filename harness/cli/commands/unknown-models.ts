import type { ProviderCache } from "../../providers/provider.ts";
import { recognise } from "../../wires/recognise.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import {
  refuseUnknownModels,
  describeUnknownModel,
  type UnknownModel,
  unknownModel,
} from "../../verdict/recording/unknown-model.ts";

/** Whose rules apply, and whether a model that they do not know fails the command. */
export type ModelCheck = {
  /** Null: derived from each request. */
  readonly provider: string | null;
  readonly caches: readonly ProviderCache[];
  readonly strict: boolean;
};

/** The warning about requests without a model name, if the row for any other model was used. */
const UNNAMED: UnknownModel = { model: "a request without a model", nearest: null };

/**
 * Once a model whose rules are those of another: whose row answers for it. One exchange of each model is looked at.
 *
 * @throws HarnessError HX520 with `strict`, where there is such a model
 */
export function warnUnknownModels(
  recording: Recording,
  exchanges: readonly { readonly id: string; readonly model: string | null; readonly modelIsKnown?: boolean }[],
  check: ModelCheck,
): readonly string[] {
  const firsts = new Map(exchanges.toReversed().map(({ id, model }) => [model, id]));
  firsts.delete(null);
  const unknown = [...firsts.values()].toReversed().flatMap((id) => unknownIn(recording.load(id), check) ?? []);
  const unnamed = exchanges.some(({ model, modelIsKnown }) => model === null && modelIsKnown === false);
  const once = new Map(unknown.map((each) => [each.model, each])).values();
  return told([...once, ...(unnamed ? [UNNAMED] : [])], check.strict);
}

/** The lines on models that no row knows, or the refusal. */
function told(unknown: readonly UnknownModel[], strict: boolean): readonly string[] {
  if (strict && unknown.length > 0) throw refuseUnknownModels(unknown);
  return unknown.map(describeUnknownModel);
}

function unknownIn(exchange: Exchange, { provider, caches }: ModelCheck): UnknownModel | null {
  const layout = recognise(exchange)?.parseLayout(exchange.request);
  return layout === undefined ? null : unknownModel(exchange, layout, { provider, caches });
}
