import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import { findRepeatedKey } from "../../wire-scan/find-repeated-key.ts";
import { keyOffset } from "../../wire-scan/key-offset.ts";
import { lineColumn } from "../../wire-scan/line-column.ts";
import { validateJson } from "../../wire-scan/validate-json.ts";
import type { Source } from "../../kernel/source.ts";
import type { ModelRule, ParameterRule, ProviderRules } from "../../providers/rules/cache-rules.ts";
import { canonicalJson } from "../prompt/canonical-json.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import { levels } from "../prompt/order-prompt.ts";
import { checkDate } from "./rule-file-date.ts";
import { checkNumber, checkShape, ruleFault, unknownName, type LocateKey } from "./rule-file-fault.ts";
import { modelledCaches } from "./rules-of.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import { settingRules } from "../../providers/rules/prompt-settings.ts";
import { wires } from "../../wires/list.ts";

/**
 * The modelled caches with what a rule file says otherwise: `{ "<cache>": { "asOf": "2026-11", "source": "…", "<rule>":
 * value, "models": { "<family>": { "minimumTokens": 1024 } }, "parameters": { "output_config.effort": "messages" } } }`. A
 * rule's value has the shape that it has in our own files, where of several numbers those that are not named stay; a parameter's is the
 * level that a change uncaches, or "none". No date may lie ahead of `nowMs`.
 *
 * @throws HarnessError HX517 a name that does not exist or stands twice, a value of another shape, a number or date out of range, and
 *   what changes nothing
 */
export function overrideRules(text: string, file: string, nowMs: number): readonly ProviderCache[] {
  const bytes = Buffer.from(text);
  const at: LocateKey = (...path) => {
    const { line, column } = lineColumn(bytes, keyOffset(bytes, path));
    return [`${file}:${line}:${column}`, ...path].join(", ");
  };
  const document = parse(bytes, file);
  const names = modelledCaches.map(({ name }) => name);
  if (isEmpty(document)) {
    throw ruleFault(at(), "it names no cache: it changes nothing", `name one with its rules: ${names.join(", ")}`);
  }
  for (const name of Object.keys(document)) {
    if (!names.includes(name)) throw unknownName(at(name), "cache", name, names);
  }
  return modelledCaches.map((cache) => {
    const given = document[cache.name];
    const inside: LocateKey = (...path) => at(cache.name, ...path);
    return given === undefined ? cache : { ...cache, rules: overridden(cache.rules, given, nowMs, inside) };
  });
}

function overridden(rules: ProviderRules, given: unknown, nowMs: number, at: LocateKey): ProviderRules {
  if (!isJsonObject(given)) throw ruleFault(at(), "is not an object", "write its rules as members");
  const { asOf, source: told, models = {}, parameters = {}, ...facts } = given;
  const since = checkDate(asOf, nowMs, at);
  if (typeof told !== "string" || told.trim() === "") {
    const what = told === undefined ? "source is missing" : "source is not a string";
    throw ruleFault(told === undefined ? at() : at("source"), what, 'say where these numbers come from: "source": "…"');
  }
  if (Object.keys(facts).length === 0 && isEmpty(models) && isEmpty(parameters)) {
    throw ruleFault(at(), "it names no rule: it changes nothing", "name a rule with its value, models or parameters");
  }
  const source: Source = `[F] ${told}`;
  let changed: ProviderRules = { ...rules, asOf: since };
  for (const [name, value] of Object.entries(facts)) {
    changed = { ...changed, [name]: { value: checkedValue(rules, name, value, at), source } };
  }
  const { defaultTtl, ttlMs } = changed;
  if (typeof ttlMs.value === "object" && !Object.hasOwn(ttlMs.value, defaultTtl.value)) {
    throw unknownName(at("defaultTtl"), "lifetime", defaultTtl.value, Object.keys(ttlMs.value));
  }
  // Each setting as each wire format spells it, so that one spelling can be switched.
  const written = [...rules.parameters, ...wires.flatMap((wire) => settingRules(rules, wire))];
  return {
    ...changed,
    models: overriddenModels(rules.models, models, source, (...path) => at("models", ...path)),
    parameters: overriddenParameters(written, parameters, source, (...path) => at("parameters", ...path)),
    settings: [],
  };
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** A value of the shape that the rule has today. */
function checkedValue(rules: ProviderRules, name: string, value: unknown, at: LocateKey): unknown {
  const known = Object.entries(rules).filter(([, fact]) => isJsonObject(fact) && "value" in fact && "source" in fact);
  const rule: unknown = known.find(([each]) => each === name)?.[1];
  const names = [...known.map(([each]) => each), "models", "parameters"];
  if (!isJsonObject(rule)) throw unknownName(at(name), "rule", name, names);
  const own = rule["value"];
  checkShape(name, own, value, at);
  // Of several numbers those that are not named stay.
  const changed = isJsonObject(own) && isJsonObject(value) ? { ...own, ...value } : value;
  if (isSame(own, changed)) throw changesNothing(at(name));
  return changed;
}

/** The order of a list of names means nothing. */
function isSame(own: unknown, changed: unknown): boolean {
  const [before, after] = [own, changed].map((each) =>
    canonicalJson(Array.isArray(each) ? each.map(String).toSorted() : each),
  );
  return before === after;
}

function changesNothing(where: string): HarnessError {
  return ruleFault(where, "is what our own rules say: it changes nothing", "leave it out, or write what differs");
}

const ROW: readonly string[] = ["minimumTokens", "stringEqualsTextBlock", "stepTokens", "heldBackTokens"];

function overriddenModels(
  models: readonly ModelRule[],
  given: unknown,
  source: Source,
  at: LocateKey,
): readonly ModelRule[] {
  if (!isJsonObject(given)) throw ruleFault(at(), "is not an object", "write each family as a member");
  const added = Object.entries(given).map(([family, row]): ModelRule => {
    if (!isJsonObject(row)) throw ruleFault(at(family), "is not an object", 'write { "minimumTokens": 1024 }');
    const asked = familyOf(family);
    if (asked !== family) {
      throw ruleFault(
        at(family),
        `"${family}" is not a model family`,
        `leave out vendor, date and version: "${asked}"`,
      );
    }
    if (!/^[a-z0-9@]/.test(family)) {
      throw ruleFault(at(family), `"${family}" is not a model family`, "write a model's name, which a letter begins");
    }
    if (isEmpty(row)) throw ruleFault(at(family), "names no number: it changes nothing", `name one: ${ROW.join(", ")}`);
    for (const name of Object.keys(row)) {
      if (!ROW.includes(name)) throw unknownName(at(family, name), "member", name, ROW);
    }
    const known = models.find((each) => each.family === family);
    const { minimumTokens = known?.minimumTokens ?? null, stepTokens = known?.stepTokens } = row;
    const { stringEqualsTextBlock = known?.stringEqualsTextBlock ?? false } = row;
    const { heldBackTokens = known?.heldBackTokens } = row;
    checkNumber("minimumTokens", minimumTokens, at(family, "minimumTokens"));
    if (stepTokens !== undefined) checkNumber("stepTokens", stepTokens, at(family, "stepTokens"));
    if (heldBackTokens !== undefined) checkNumber("heldBackTokens", heldBackTokens, at(family, "heldBackTokens"));
    if (typeof stringEqualsTextBlock !== "boolean") {
      throw ruleFault(at(family, "stringEqualsTextBlock"), "is not a boolean", "write true or false");
    }
    const changed = {
      ...(known ?? { family, source }),
      minimumTokens: Number(minimumTokens),
      stringEqualsTextBlock,
      ...(stepTokens !== undefined && { stepTokens: Number(stepTokens) }),
      ...(heldBackTokens !== undefined && { heldBackTokens: Number(heldBackTokens) }),
    };
    if (known !== undefined && isSame(known, changed)) throw changesNothing(at(family));
    return { ...changed, source };
  });
  return [...added, ...models.filter(({ family }) => !Object.hasOwn(given, family))];
}

/** Where a user can switch an inference about a parameter: the level that it uncaches, or `none`. */
function overriddenParameters(
  parameters: readonly ParameterRule[],
  given: unknown,
  source: Source,
  at: LocateKey,
): readonly ParameterRule[] {
  if (!isJsonObject(given)) throw ruleFault(at(), "is not an object", "write each parameter as a member");
  const names = parameters.map(({ name }) => name);
  for (const [name, level] of Object.entries(given)) {
    if (!names.includes(name)) throw unknownName(at(name), "parameter", name, names);
    if (level !== "none" && !levels.some((each) => each === level)) {
      throw ruleFault(
        at(name),
        `is ${JSON.stringify(level)}`,
        `write ${levels.join(", ")}, or "none" to uncache nothing`,
      );
    }
    if (parameters.some((each) => each.name === name && each.level === level)) throw changesNothing(at(name));
  }
  return parameters.flatMap((parameter) => {
    const said = given[parameter.name];
    if (said === undefined) return [parameter];
    const level = levels.find((each) => each === said);
    return level === undefined ? [] : [{ ...parameter, level, source }];
  });
}

function parse(bytes: Buffer, file: string): JsonObject {
  const fault = validateJson(bytes);
  if (fault !== null) {
    throw ruleFault(`${file}:${fault.line}:${fault.column}`, `is not JSON: ${fault.what}`, "write a JSON object");
  }
  const document: unknown = JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  if (!isJsonObject(document)) {
    throw ruleFault(`${file}:1:1`, "is not a JSON object", "name the caches whose rules differ as members");
  }
  const repeated = findRepeatedKey(bytes);
  if (repeated !== null) {
    const { line, column } = lineColumn(bytes, repeated.offset);
    throw ruleFault(`${file}:${line}:${column}`, `"${repeated.name}" stands twice`, "leave one of the two out");
  }
  return document;
}
