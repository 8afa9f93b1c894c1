import type { Layout, Segment } from "../kernel/layout.ts";
import type { KeyRules, ModelRule, ParameterRule } from "./cache-rules.ts";
import { bears } from "./bears-content.ts";
import { canonicalJson } from "./canonical-json.ts";
import { familyOf } from "./find-model-rule.ts";
import { isRecord } from "./is-record.ts";
import { readModel, readParameter } from "./read-parameter.ts";

/** What enters the key at the border of each level beside the blocks: another seed uncaches that level and all behind it. */
export type LevelSeeds = Readonly<Record<Segment, string>>;

/**
 * Effective values enter, so that an explicit default and its omission are the same (provider documentation of `thinking`).
 * Of the model its family does: an alias and the dated name that it stands for are one.
 */
export function levelSeeds(layout: Layout, rules: KeyRules, model: ModelRule): LevelSeeds {
  const seeds: Record<Segment, string> = { tools: "", system: "", messages: "" };
  for (const parameter of rules.parameters) {
    seeds[model.levels?.[parameter.name] ?? parameter.level] +=
      `${parameter.name}=${effective(layout, parameter, model)}\n`;
  }
  for (const { bearer, level } of rules.contents) {
    if (bears(layout, bearer)) seeds[level] += `${bearer}\n`;
  }
  return seeds;
}

/** What a parameter counts as. It is a setting, whose spelling no provider hashes. */
export function effective(layout: Layout, parameter: ParameterRule, model: ModelRule): string {
  const given =
    parameter.name === "model" ? familyOf(readModel(layout)) : (readParameter(layout, parameter.name) ?? null);
  const ofModel = model.omissions?.[parameter.name];
  if (given === null && ofModel !== undefined) return ofModel;
  const omitted = whenOmitted(parameter);
  if (given === null) return omitted.written;
  if (typeof given === "string") return canonicalJson(parameter.alike?.[given] ?? given);
  const { value } = omitted;
  return canonicalJson(isRecord(given) && isRecord(value) ? { ...value, ...given } : given);
}

type Omitted = { readonly value: unknown; readonly written: string };

/** Most parameters are left out of most requests. */
function whenOmitted(parameter: ParameterRule): Omitted {
  const known = omissions.get(parameter);
  if (known !== undefined) return known;
  const value: unknown = parameter.whenOmitted === null ? null : JSON.parse(parameter.whenOmitted);
  const omitted = { value, written: canonicalJson(value) };
  omissions.set(parameter, omitted);
  return omitted;
}

const omissions = new WeakMap<ParameterRule, Omitted>();
