import { familyOf } from "../../kernel/text/model-family.ts";
import type { KeyRules, ModelRule } from "./cache-rules.ts";

export type FoundRule = {
  readonly rule: ModelRule;
  /** False where no row names the model, and what holds of all others is inferred. */
  readonly known: boolean;
  /** For a model without a row, the known family whose row is used; null if no family is near. */
  readonly nearest: string | null;
};

/**
 * The row for a model by its name in a request: vendor prefixes (`us.anthropic.`, `anthropic/`), dates and versions of a
 * deployment are not part of the family. For a model without a row, the nearest known family is used, else the fallback row.
 */
export function findModelRule(rules: KeyRules, model: string): FoundRule {
  const family = familyOf(model);
  const rule = rules.models.find((row) => row.family === family);
  if (rule !== undefined) return { rule, known: true, nearest: null };
  const near = nearestRow(rules.models, family);
  if (near !== null) return { rule: near, known: false, nearest: near.family };
  return { rule: rules.unknownModel, known: !rules.unknownModel.source.startsWith("[I]"), nearest: null };
}

/**
 * Of rows that share vendor and line (`claude-opus`) the nearest: the longest whole name that the model's begins with (`gpt-5` of
 * `gpt-5-nano`), else the nearest version (`grok-4.3` of `grok-4-0709`, whose last part is a day).
 */
function nearestRow(models: readonly ModelRule[], family: string): ModelRule | null {
  const wanted = partsOf(family.replace(/-\d{4}$/, ""));
  let nearest: (Nearness & { readonly row: ModelRule }) | null = null;
  for (const row of models) {
    const found = { row, ...nearnessOf(partsOf(row.family), wanted) };
    if (found.shared >= 2 && (nearest === null || isNearer(found, nearest))) nearest = found;
  }
  return nearest?.row ?? null;
}

/** Leading parts that two names share, how far apart the versions behind them are, and how many parts are alike behind those. */
type Nearness = { readonly shared: number; readonly distance: number; readonly alike: number };

function nearnessOf(parts: readonly string[], wanted: readonly string[]): Nearness {
  const parted = parts.findIndex((part, index) => part !== wanted[index]);
  const shared = parted === -1 ? parts.length : parted;
  // `grok-4` is as far from `grok-4.3` as `grok-4.0` would be.
  const distance = Math.abs(Number(parts[shared] ?? 0) - Number(wanted[shared] ?? 0));
  const alike = parts.filter((part, index) => index > shared && part === wanted[index]).length;
  return { shared, distance: Number.isNaN(distance) ? (parted === -1 ? 0 : Infinity) : distance, alike };
}

function isNearer(found: Nearness, than: Nearness): boolean {
  if (found.shared !== than.shared) return found.shared > than.shared;
  return found.distance === than.distance ? found.alike > than.alike : found.distance < than.distance;
}

function partsOf(family: string): readonly string[] {
  return family.split(/[-.]/);
}
