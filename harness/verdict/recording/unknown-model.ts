import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import { rulesOf } from "../../cache-model/rules/rules-of.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import { modelOf } from "../../wires/model-of.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Layout } from "../../kernel/layout.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { guessProvider } from "../guess-provider.ts";

/** A model that the rules of its provider do not know. `nearest` is the family whose row is used; null if no family is near. */
export type UnknownModel = { readonly model: string; readonly nearest: string | null };

/** Null if the rules know the model, if they have no rows for models, and if the provider is unknown. */
export function unknownModel(
  exchange: Exchange,
  layout: Layout,
  { provider, caches }: { readonly provider: string | null; readonly caches?: readonly ProviderCache[] | undefined },
): UnknownModel | null {
  const model = modelOf(layout, exchange.path);
  const asked = provider ?? guessProvider(exchange, layout);
  if (model === null || asked === null) return null;
  const marks = layout.units.some((unit) => unit.unit === "block" && unit.marks.length > 0);
  const isMarked = layout.automaticMark !== null || marks;
  const { headers, startedAtMs: sentAtMs } = exchange;
  const request = { provider: asked, model, dialect: layout.dialect, isMarked, headers, sentAtMs };
  const rules = rulesOf(request, caches);
  if (rules === null || rules.models.length === 0) return null;
  const { known, nearest } = findModelRule(rules, model);
  return known ? null : { model, nearest };
}

/** Whose row answers for it, in one line. */
export function describeUnknownModel({ model, nearest }: UnknownModel): string {
  const answers =
    nearest === null ? "the rules for any other model answer" : `it is taken for ${nearest}, the nearest known`;
  return `no rules know ${escapeControlChars(model)}; ${answers}\n`;
}

/** The error of `--fail-on-unknown-model`; `where` is the place that asked for the models. */
export function refuseUnknownModels(unknown: readonly UnknownModel[], where: string | null = null): HarnessError {
  return new HarnessError({
    code: "HX520",
    what: `no rules know ${unknown.map(({ model }) => model).join(", ")}`,
    ...(where === null ? {} : { where }),
    fix: "add the model's row with --rules, or leave out --fail-on-unknown-model",
    exit: 2,
  });
}
