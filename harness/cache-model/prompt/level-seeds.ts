import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import type { DialectName, Layout, Segment } from "../../kernel/layout.ts";
import type { KeyRules, ModelRule, ParameterRule } from "../../providers/rules/cache-rules.ts";
import { parametersOf } from "../../providers/rules/prompt-settings.ts";
import { wireNamed } from "../../wires/list.ts";
import { bears } from "./bears-content.ts";
import { canonicalJson } from "./canonical-json.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { readModel, readParameter } from "./read-parameter.ts";

/**
 * The input of the key at the border of each level in addition to the blocks: another seed uncaches that level and all later
 * ones.
 */
export type LevelSeeds = Readonly<Record<Segment, string>>;

/**
 * Effective values enter, so that an explicit default and its omission are the same (provider documentation of `thinking`).
 * Of the model its family does: an alias and the dated name that it stands for are one.
 */
export function levelSeeds(layout: Layout, rules: KeyRules, model: ModelRule): LevelSeeds {
  const seeds = settingSeeds(layout, rules, model);
  for (const { bearer, level } of rules.contents) {
    if (bears(layout, bearer)) seeds[level] += `${bearer}\n`;
  }
  return seeds;
}

/** The part of the seeds that settings decide, whatever the conversation bears. */
export function settingSeeds(layout: Layout, rules: KeyRules, model: ModelRule): Record<Segment, string> {
  const seeds: Record<Segment, string> = { tools: "", system: "", messages: "" };
  for (const parameter of parametersOn(rules, layout.dialect)) {
    seeds[model.levels?.[parameter.name] ?? parameter.level] +=
      `${parameter.name}=${effective(layout, parameter, model)}\n`;
  }
  return seeds;
}

/** The parameters of a cache that a wire format has. */
export function parametersOn(rules: KeyRules, dialect: DialectName): readonly ParameterRule[] {
  const known = onWires.get(rules) ?? new Map<DialectName, readonly ParameterRule[]>();
  onWires.set(rules, known);
  const found = known.get(dialect) ?? parametersOf(rules, wireNamed(dialect));
  known.set(dialect, found);
  return found;
}

const onWires = new WeakMap<KeyRules, Map<DialectName, readonly ParameterRule[]>>();

/** The normalised value of a parameter. It is a setting, and no provider hashes its spelling. */
export function effective(layout: Layout, parameter: ParameterRule, model: ModelRule): string {
  const given =
    parameter.name === "model" ? familyOf(readModel(layout)) : (readParameter(layout, parameter.name) ?? null);
  const ofModel = model.omissions?.[parameter.name];
  if (given === null && ofModel !== undefined) return ofModel;
  const omitted = whenOmitted(parameter);
  if (given === null) return omitted.written;
  const word = isJsonObject(given) ? given["type"] : given;
  const alike = typeof word === "string" ? parameter.alike?.[word] : undefined;
  if (alike !== undefined || !isJsonObject(given)) return canonicalJson(alike ?? given);
  const whole = isJsonObject(omitted.value) ? { ...omitted.value, ...given } : given;
  const { members = Object.keys(whole) } = parameter;
  const counted = Object.fromEntries(Object.entries(whole).filter(([name]) => members.includes(name)));
  return canonicalJson(counted) + limitedBudget(layout, given, parameter);
}

/** A thinking budget stays below the most tokens that the request allows. */
function limitedBudget(layout: Layout, given: JsonObject, { limits = [] }: ParameterRule): string {
  const budget = given["budget_tokens"];
  const most = limits.map((name) => readParameter(layout, name)).find((value) => value !== undefined);
  return typeof budget === "number" && typeof most === "number" && budget >= most - 1 ? ` of ${most - 1}` : "";
}

type DefaultValue = { readonly value: unknown; readonly written: string };

/** Most parameters are left out of most requests. */
function whenOmitted(parameter: ParameterRule): DefaultValue {
  const known = omissions.get(parameter);
  if (known !== undefined) return known;
  const value: unknown = parameter.whenOmitted === null ? null : JSON.parse(parameter.whenOmitted);
  const omitted = { value, written: canonicalJson(value) };
  omissions.set(parameter, omitted);
  return omitted;
}

const omissions = new WeakMap<ParameterRule, DefaultValue>();
