import { HarnessError } from "../kernel/harness-error.ts";
import { nearestWord } from "../kernel/nearest-word.ts";
import type { ModelRule, ProviderRules } from "./cache-rules.ts";
import { isRecord, type JsonRecord } from "./is-record.ts";
import { type ModelledCache, modelledCaches } from "./rules-of.ts";

/**
 * The modelled caches with what a rule file says otherwise: `{ "<cache>": { "asOf": "2026-11", "source": "…", "<rule>":
 * value, "models": { "<family>": { "minimumTokens": 1024 } } } }`. A rule's value has the shape that it has in our own files.
 *
 * @throws HarnessError HX517 a name that does not exist, a value of another shape, a number or date out of range
 */
export function overrideRules(text: string, file: string): readonly ModelledCache[] {
  const document = parse(text, file);
  const names = modelledCaches.map(({ name }) => name);
  for (const name of Object.keys(document)) {
    if (!names.includes(name)) throw unknownName(file, "cache", name, names);
  }
  return modelledCaches.map((cache) => {
    const given = document[cache.name];
    return given === undefined ? cache : { ...cache, rules: overridden(cache.rules, given, `${file}, ${cache.name}`) };
  });
}

function overridden(rules: ProviderRules, given: unknown, where: string): ProviderRules {
  if (!isRecord(given)) throw fault(where, "is no object", "write its rules as members");
  const { asOf, source, models = {}, ...facts } = given;
  if (typeof asOf !== "string" || !/^20\d\d-(?:0[1-9]|1[0-2])$/.test(asOf)) {
    throw fault(`${where}, asOf`, "is no year and month", 'say when this was true, such as "2026-11"');
  }
  if (typeof source !== "string" || source === "") {
    throw fault(`${where}, source`, "is missing", "say where these numbers come from");
  }
  let changed: ProviderRules = { ...rules, asOf };
  for (const [name, value] of Object.entries(facts)) {
    changed = { ...changed, [name]: { value: checkedValue(rules, name, value, `${where}, ${name}`), source } };
  }
  return { ...changed, models: overriddenModels(rules.models, models, source, `${where}, models`) };
}

/** A value of the shape that the rule has today. */
function checkedValue(rules: ProviderRules, name: string, value: unknown, where: string): unknown {
  const known = Object.entries(rules).filter(([, fact]) => isRecord(fact) && "value" in fact && "source" in fact);
  const rule: unknown = known.find(([each]) => each === name)?.[1];
  if (!isRecord(rule))
    throw unknownName(
      where,
      "rule",
      name,
      known.map(([each]) => each),
    );
  const words = WORDS[name];
  if (words === undefined) checkShape(rule["value"], value, where);
  else if (typeof value !== "string" || !words.includes(value)) {
    throw fault(where, `is ${JSON.stringify(value)}`, `say ${words.join(" or ")}`);
  }
  return value;
}

/** Rules whose value is one of few words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  readableFrom: ["first-byte", "end"],
  surplusBreakpoints: ["refused", "oldest-dropped"],
  repeat: ["rounded", "all", "all-but-one"],
};

function checkShape(model: unknown, value: unknown, where: string): void {
  if (typeof model === "number") return checkNumber(value, where);
  if (Array.isArray(model)) {
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) return;
    throw fault(where, "is no list of texts", "write a list");
  }
  if (isRecord(model)) {
    if (!isRecord(value)) throw fault(where, "is no object", `write ${JSON.stringify(model)} with other numbers`);
    for (const [name, each] of Object.entries(value)) checkNumber(each, `${where}.${name}`);
    return;
  }
  if (typeof value !== typeof model)
    throw fault(where, `is no ${typeof model}`, `write it as ${JSON.stringify(model)}`);
}

function checkNumber(value: unknown, where: string): void {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return;
  throw fault(where, `is ${JSON.stringify(value)}`, "write a number of 0 or more");
}

function overriddenModels(
  models: readonly ModelRule[],
  given: unknown,
  source: string,
  where: string,
): readonly ModelRule[] {
  if (!isRecord(given)) throw fault(where, "is no object", "write each family as a member");
  const added = Object.entries(given).map(([family, row]): ModelRule => {
    const minimumTokens = isRecord(row) ? row["minimumTokens"] : undefined;
    checkNumber(minimumTokens ?? null, `${where}.${family}.minimumTokens`);
    const known = models.find((each) => each.family === family);
    const shape = known ?? { family, stringEqualsTextBlock: false };
    return { ...shape, minimumTokens: Number(minimumTokens), source };
  });
  return [...added, ...models.filter(({ family }) => !(family in given))];
}

function parse(text: string, file: string): JsonRecord {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw fault(
      file,
      `is no JSON: ${cause instanceof Error ? cause.message : "it cannot be read"}`,
      "write a JSON object",
    );
  }
  if (!isRecord(document)) throw fault(file, "is no JSON object", "name the caches whose rules differ as members");
  return document;
}

function unknownName(where: string, kind: string, name: string, known: readonly string[]): HarnessError {
  const nearest = nearestWord(name, known);
  return fault(
    where,
    `there is no ${kind} "${name}"`,
    nearest === null ? `there are: ${known.join(", ")}` : `did you mean "${nearest}"?`,
  );
}

function fault(where: string, what: string, mend: string): HarnessError {
  return new HarnessError({ code: "HX517", what: `the rule file: ${what}`, where, mend, exit: 2 });
}
