import { keyOffset } from "../wire-scan/key-offset.ts";
import { lineColumn } from "../wire-scan/line-column.ts";
import { validateJson } from "../wire-scan/validate-json.ts";
import type { ModelRule, ParameterRule, ProviderRules, Source } from "./cache-rules.ts";
import { isRecord, type JsonRecord } from "./is-record.ts";
import { levels } from "./order-prompt.ts";
import { checkNumber, checkShape, ruleFault, unknownName, type Where } from "./rule-file-fault.ts";
import { type ModelledCache, modelledCaches } from "./rules-of.ts";

/**
 * The modelled caches with what a rule file says otherwise: `{ "<cache>": { "asOf": "2026-11", "source": "…", "<rule>":
 * value, "models": { "<family>": { "minimumTokens": 1024 } }, "parameters": { "output_config.effort": "messages" } } }`. A
 * rule's value has the shape that it has in our own files; a parameter's is the level that a change uncaches, or "none".
 *
 * @throws HarnessError HX517 a name that does not exist, a value of another shape, a number or date out of range
 */
export function overrideRules(text: string, file: string): readonly ModelledCache[] {
  const bytes = Buffer.from(text);
  const at: Where = (...path) => {
    const { line, column } = lineColumn(bytes, keyOffset(bytes, path));
    return [`${file}:${line}:${column}`, ...path].join(", ");
  };
  const document = parse(bytes, file);
  const names = modelledCaches.map(({ name }) => name);
  for (const name of Object.keys(document)) {
    if (!names.includes(name)) throw unknownName(at(name), "cache", name, names);
  }
  return modelledCaches.map((cache) => {
    const given = document[cache.name];
    const inside: Where = (...path) => at(cache.name, ...path);
    return given === undefined ? cache : { ...cache, rules: overridden(cache.rules, given, inside) };
  });
}

function overridden(rules: ProviderRules, given: unknown, at: Where): ProviderRules {
  if (!isRecord(given)) throw ruleFault(at(), "is no object", "write its rules as members");
  const { asOf, source: told, models = {}, parameters = {}, ...facts } = given;
  if (typeof asOf !== "string" || !/^20\d\d-(?:0[1-9]|1[0-2])$/.test(asOf)) {
    const what = asOf === undefined ? "asOf is missing" : `asOf is ${JSON.stringify(asOf)}, which is no year and month`;
    throw ruleFault(asOf === undefined ? at() : at("asOf"), what, 'say when this was true: "asOf": "2026-11"');
  }
  if (typeof told !== "string" || told === "") {
    const what = told === undefined ? "source is missing" : "source is no text";
    throw ruleFault(told === undefined ? at() : at("source"), what, 'say where these numbers come from: "source": "…"');
  }
  const source: Source = `[F] ${told}`;
  let changed: ProviderRules = { ...rules, asOf };
  for (const [name, value] of Object.entries(facts)) {
    changed = { ...changed, [name]: { value: checkedValue(rules, name, value, at), source } };
  }
  return {
    ...changed,
    models: overriddenModels(rules.models, models, source, (...path) => at("models", ...path)),
    parameters: overriddenParameters(rules.parameters, parameters, source, (...path) => at("parameters", ...path)),
  };
}

/** A value of the shape that the rule has today. */
function checkedValue(rules: ProviderRules, name: string, value: unknown, at: Where): unknown {
  const known = Object.entries(rules).filter(([, fact]) => isRecord(fact) && "value" in fact && "source" in fact);
  const rule: unknown = known.find(([each]) => each === name)?.[1];
  const names = [...known.map(([each]) => each), "models", "parameters"];
  if (!isRecord(rule)) throw unknownName(at(name), "rule", name, names);
  const words = WORDS[name];
  if (words === undefined) checkShape(name, rule["value"], value, at);
  else if (typeof value !== "string" || !words.includes(value)) {
    throw ruleFault(at(name), `is ${JSON.stringify(value)}`, `say ${words.join(" or ")}`);
  }
  return value;
}

/** Rules whose value is one of few words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  readableFrom: ["first-byte", "end"],
  renewedFor: ["own", "asked"],
  surplusBreakpoints: ["refused", "oldest-dropped"],
  repeat: ["rounded", "all", "all-but-one"],
};

const ROW: readonly string[] = ["minimumTokens", "stringEqualsTextBlock", "stepTokens", "heldBackTokens"];

function overriddenModels(
  models: readonly ModelRule[],
  given: unknown,
  source: Source,
  at: Where,
): readonly ModelRule[] {
  if (!isRecord(given)) throw ruleFault(at(), "is no object", "write each family as a member");
  const added = Object.entries(given).map(([family, row]): ModelRule => {
    if (!isRecord(row)) throw ruleFault(at(family), "is no object", 'write { "minimumTokens": 1024 }');
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
      throw ruleFault(at(family, "stringEqualsTextBlock"), "is no boolean", "write true or false");
    }
    const shape = known ?? { family };
    const changed = { ...shape, minimumTokens: Number(minimumTokens), stringEqualsTextBlock, source };
    return {
      ...changed,
      ...(stepTokens !== undefined && { stepTokens: Number(stepTokens) }),
      ...(heldBackTokens !== undefined && { heldBackTokens: Number(heldBackTokens) }),
    };
  });
  return [...added, ...models.filter(({ family }) => !(family in given))];
}

/** Where an inference about a parameter is switched: the level that it uncaches, or none. */
function overriddenParameters(
  parameters: readonly ParameterRule[],
  given: unknown,
  source: Source,
  at: Where,
): readonly ParameterRule[] {
  if (!isRecord(given)) throw ruleFault(at(), "is no object", "write each parameter as a member");
  const names = parameters.map(({ name }) => name);
  for (const [name, level] of Object.entries(given)) {
    if (!names.includes(name)) throw unknownName(at(name), "parameter", name, names);
    if (level !== "none" && !levels.some((each) => each === level)) {
      throw ruleFault(at(name), `is ${JSON.stringify(level)}`, `say ${levels.join(", ")} or none`);
    }
  }
  return parameters.flatMap((parameter) => {
    const said = given[parameter.name];
    if (said === undefined) return [parameter];
    const level = levels.find((each) => each === said);
    return level === undefined ? [] : [{ ...parameter, level, source }];
  });
}

function parse(bytes: Buffer, file: string): JsonRecord {
  const fault = validateJson(bytes);
  if (fault !== null) {
    throw ruleFault(`${file}:${fault.line}:${fault.column}`, `is no JSON: ${fault.what}`, "write a JSON object");
  }
  const document: unknown = JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  if (!isRecord(document)) throw ruleFault(file, "is no JSON object", "name the caches whose rules differ as members");
  return document;
}
