import { findModelRule } from "../../cache-model/find-model-rule.ts";
import { type ModelledCache, rulesOf } from "../../cache-model/rules-of.ts";
import { modelOf } from "../../dialects/model-of.ts";
import { recognise } from "../../dialects/registry.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import { guessProvider } from "../../verdict/guess-provider.ts";
import { usageError } from "../usage-error.ts";

/** Whose rules apply, and whether a model that they do not know fails the command. */
export type ModelCheck = {
  /** Null: told from each request. */
  readonly provider: string | null;
  readonly caches: readonly ModelledCache[];
  readonly strict: boolean;
};

/**
 * Once a model whose rules are those of another: whose row answers for it. One exchange of each model is looked at.
 *
 * @throws HarnessError HX520 with `strict`, where there is such a model
 */
export function tellUnknownModels(
  recording: Recording,
  exchanges: readonly { readonly id: string; readonly model: string | null }[],
  check: ModelCheck,
): readonly string[] {
  const firsts = new Map(exchanges.toReversed().map(({ id, model }) => [model, id]));
  firsts.delete(null);
  const unknown = [...firsts.values()].toReversed().flatMap((id) => unknownIn(recording.load(id), check) ?? []);
  return told([...new Map(unknown.map((each) => [each.model, each])).values()], check.strict);
}

/** The lines on models that no row knows, or the refusal. `nearest` is the family whose row answers; null where none is near. */
export function told(unknown: readonly UnknownModel[], strict: boolean): readonly string[] {
  if (strict && unknown.length > 0) {
    const what = `no rules know ${unknown.map(({ model }) => model).join(", ")}`;
    throw usageError("HX520", what, "add the model's row with --rules, or leave --strict out");
  }
  return unknown.map(
    ({ model, nearest }) =>
      `no rules know ${model}; ${nearest === null ? "the rules for any other model answer" : `it is taken for ${nearest}, the nearest known`}\n`,
  );
}

export type UnknownModel = { readonly model: string; readonly nearest: string | null };

function unknownIn(exchange: Exchange, { provider, caches }: ModelCheck): UnknownModel | null {
  const layout = recognise(exchange)?.layOut(exchange.request);
  if (layout === undefined) return null;
  const model = modelOf(layout, exchange.path);
  const asked = provider ?? guessProvider(exchange, layout);
  if (model === null || asked === null) return null;
  const marks = layout.units.some((unit) => unit.unit === "block" && unit.marks.length > 0);
  const isMarked = layout.automaticMark !== null || marks;
  const rules = rulesOf({ provider: asked, model, dialect: layout.dialect, isMarked }, caches);
  if (rules === null || rules.models.length === 0) return null;
  const { known, nearest } = findModelRule(rules, model);
  return known ? null : { model, nearest };
}
