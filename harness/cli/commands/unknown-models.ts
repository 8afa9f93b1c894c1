import type { ProviderCache } from "../../providers/provider.ts";
import { knownLayout } from "../../wires/known-layout.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import type { Layout } from "../../kernel/layout.ts";
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
  const unknown = [...firsts.values()].flatMap((id) => {
    const exchange = recording.load(id);
    return unknownIn(exchange, knownLayout(exchange), check) ?? [];
  });
  return told([...oneOfEach(unknown), ...(unnamed ? [UNNAMED] : [])], check.strict);
}

/** The same for a pair that was judged: both are looked at. */
export function warnOfPair([parent, child]: readonly [Exchange, Exchange], check: ModelCheck): readonly string[] {
  const layout = knownLayout(parent);
  const unknown = [unknownIn(parent, layout, check), unknownIn(child, knownLayout(child, layout), check)];
  return told(oneOfEach(unknown.filter((each) => each !== null)), check.strict);
}

function oneOfEach(unknown: readonly UnknownModel[]): readonly UnknownModel[] {
  return [...new Map(unknown.map((each) => [each.model, each])).values()];
}

/** The lines on models that no row knows, or the refusal. */
function told(unknown: readonly UnknownModel[], strict: boolean): readonly string[] {
  if (strict && unknown.length > 0) throw refuseUnknownModels(unknown);
  return unknown.map(describeUnknownModel);
}

function unknownIn(exchange: Exchange, layout: Layout | null, { provider, caches }: ModelCheck): UnknownModel | null {
  return layout === null ? null : unknownModel(exchange, layout, { provider, caches });
}
