import type { ProviderCache } from "../../providers/provider.ts";
import { recognise } from "../../wires/recognise.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import {
  refuseUnknownModels,
  describeUnknownModel,
  type UnknownModel,
  unknownModel,
} from "../../verdict/recording/unknown-model.ts";

/** The provider whose rules apply, and whether an unknown model fails the command. */
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
  exchanges: Iterable<{ readonly id: string; readonly model: string | null; readonly modelIsKnown?: boolean }>,
  check: ModelCheck,
): readonly string[] {
  /** The model that was asked last stands last. */
  const firsts = new Map<string, string>();
  let unnamed = false;
  for (const { id, model, modelIsKnown } of exchanges) {
    unnamed ||= model === null && modelIsKnown === false;
    if (model === null) continue;
    const first = firsts.get(model) ?? id;
    firsts.delete(model);
    firsts.set(model, first);
  }
  const unknown = [...firsts.values()].flatMap((id) => unknownIn(recording.load(id), check) ?? []);
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
