import type { ErrorObject } from "ajv";

import { nearestWord } from "../../kernel/text/nearest-word.ts";
import { rightCall, scriptedWord } from "../../kernel/text/scripted-words.ts";
import type { Path, ValueFault } from "./fault.ts";
import type { Vocabulary } from "../vocabulary.ts";

/** Describes one broken rule of the scenario schema, with titles and examples from the schema. */
export function describeShapeError(error: ErrorObject, vocabulary: Vocabulary): ValueFault {
  const describe = describers.get(error.keyword);
  if (describe === undefined) throw new Error(`no message for the schema keyword "${error.keyword}"`);
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  return describe({ path, found: error.data, params: error.params, rule: error.parentSchema ?? {}, vocabulary });
}

/** The keys of a choice; a map must have one of them. */
export function choicesOf(branches: readonly Choice[] | undefined): readonly string[] {
  return (branches ?? []).map(({ required }) => required[0]);
}

/** A value that broke a rule; `params` are ajv's, and differ by keyword. */
type Breach = {
  readonly path: Path;
  readonly found: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly rule: Rule;
  readonly vocabulary: Vocabulary;
};

/** The parts of the surrounding schema that messages use. */
type Rule = {
  readonly [keyword: string]: unknown;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, { readonly deprecated?: boolean }>>;
  readonly anyOf?: readonly Choice[];
  readonly oneOf?: readonly Choice[];
};

type Choice = { readonly required: readonly [string] };

const describers: ReadonlyMap<string, (breach: Breach) => ValueFault> = new Map([
  ["additionalProperties", unknownKey],
  ["required", missingKey],
  ["anyOf", noChoice],
  ["oneOf", wrongChoice],
  ["not", misplacedKey],
  ["type", wrongType],
  ["enum", wrongWord],
  ["format", wrongFormat],
  ["pattern", wrongValue],
  ["minimum", tooSmall],
  ["maximum", tooLarge],
  ["minLength", isEmpty],
  ["minItems", isEmpty],
  ["minProperties", isEmpty],
  ["uniqueItems", repeated],
  ["propertyNames", wrongName],
]);

function unknownKey({ path, params, rule }: Breach): ValueFault {
  const key = String(params["additionalProperty"]);
  const known = Object.entries(rule.properties ?? {}).flatMap(([name, { deprecated }]) => (deprecated ? [] : [name]));
  const what = `unknown key ${quoted(key)}${path.length === 0 ? "" : ` in ${label(path)}`}`;
  const near = path.includes("script") ? scriptedWord(key, known) : null;
  const fix = near === null ? rightWord(key, known) : `did you mean ${quoted(near)}?`;
  return { code: "HX110", what, fix, path: [...path, key], part: "key" };
}

function missingKey({ path, params }: Breach): ValueFault {
  const key = String(params["missingProperty"]);
  return { code: "HX111", what: `\`${key}\` is missing in ${label(path)}`, fix: `add \`${key}\``, path, part: "value" };
}

function noChoice({ path, rule }: Breach): ValueFault {
  const keys = choicesOf(rule.anyOf);
  const what = `${label(path)} needs one of ${listed(keys)}`;
  return { code: "HX111", what, fix: "add one of them", path, part: "value" };
}

function wrongChoice({ path, params, rule }: Breach): ValueFault {
  const keys = choicesOf(rule.oneOf);
  const passing = params["passingSchemas"];
  if (!Array.isArray(passing)) {
    const what = `${label(path)} needs exactly one of ${listed(keys)}`;
    return { code: "HX111", what, fix: "add one of them", path, part: "value" };
  }
  const present = keys.filter((_, index) => passing.includes(index));
  const what = `${present.map(quoted).join(" and ")} do not go together`;
  const key = present.at(-1) ?? "";
  return { code: "HX114", what, fix: "keep one of them", path: [...path, key], part: "key" };
}

function misplacedKey({ path, rule }: Breach): ValueFault {
  const what = `${quoted(path.at(-1) ?? "")} is not allowed in ${rule.title}`;
  return { code: "HX114", what, fix: "remove it", path, part: "key" };
}

function wrongType(breach: Breach): ValueFault {
  const { found, rule } = breach;
  const fault: ValueFault = { ...wrongValue(breach), code: "HX112" };
  const isBareWord = typeof found === "number" || typeof found === "boolean";
  if (typeof found === "string" && isInCall(breach.path))
    return { ...fault, fix: `write the tool's name as the key: \`call: ${rightCall(found) ?? ""}\`` };
  const lacksQuotes = isBareWord && rule.type === "string" && rule.examples === undefined;
  return lacksQuotes ? { ...fault, fix: "put it in quotes" } : fault;
}

/** A scripted call as a name, or as other tools write it: `{ tool: read_note, input: … }`. */
function isInCall(path: Path): boolean {
  if (!path.includes("script")) return false;
  const behind = path.slice(path.lastIndexOf("call") + 1).filter((key) => !/^\d+$/.test(key));
  const [key] = behind;
  return path.includes("call") && behind.length <= 1 && (key === undefined || key === "tool" || key === "name");
}

function wrongWord({ path, found, rule }: Breach): ValueFault {
  const what = `${label(path)} cannot be ${shown(found)}`;
  return { code: "HX113", what, fix: rightWord(String(found), rule.enum ?? []), path, part: "value" };
}

function wrongFormat(breach: Breach): ValueFault {
  const words = wordsOf(breach.rule.format, breach.vocabulary);
  const fault = wrongValue(breach);
  return words === null ? fault : { ...fault, fix: rightWord(String(breach.found), words) };
}

function wrongValue({ path, found, rule }: Breach): ValueFault {
  const [example] = rule.examples ?? [];
  const fix = typeof example === "string" ? `write it like \`${example}\`` : `write ${expected(rule)}`;
  const what = `${label(path)} must be ${expected(rule)}, found ${shown(found)}`;
  return { code: "HX113", what, fix, path, part: "value" };
}

function tooSmall({ path, found, params }: Breach): ValueFault {
  const what = `${label(path)} is too small: ${shown(found)}`;
  return { code: "HX113", what, fix: `write ${String(params["limit"])} or more`, path, part: "value" };
}

function tooLarge({ path, found, params }: Breach): ValueFault {
  const what = `${label(path)} is too large: ${shown(found)}`;
  return { code: "HX113", what, fix: `write ${String(params["limit"])} or less`, path, part: "value" };
}

function isEmpty({ path }: Breach): ValueFault {
  return { code: "HX113", what: `${label(path)} is empty`, fix: "fill it in or remove it", path, part: "value" };
}

function repeated({ path, found, params }: Breach): ValueFault {
  const index = Math.max(Number(params["i"]), Number(params["j"]));
  const value: unknown = Array.isArray(found) ? found[index] : found;
  const what = `${label(path)} has ${shown(value)} twice`;
  return { code: "HX113", what, fix: "keep one of the two", path: [...path, String(index)], part: "value" };
}

/** Axes of a matrix are the only keys that a user names; numbers of rounds are the only ones that a user counts. */
function wrongName({ path, params }: Breach): ValueFault {
  const name = String(params["propertyName"]);
  if (path.includes("expect")) {
    const what = `${quoted(name)} is not a number of rounds`;
    return { code: "HX113", what, fix: "write a whole number from 1 to 999", path: [...path, name], part: "key" };
  }
  const fix = "start with a letter; letters, digits, `-` and `_` may follow";
  return { code: "HX113", what: `${quoted(name)} cannot name an axis`, fix, path: [...path, name], part: "key" };
}

function wordsOf(format: string | undefined, vocabulary: Vocabulary): readonly string[] | null {
  if (format === "finding") return [...vocabulary.findings.keys()];
  if (format === "provider") return vocabulary.providers;
  return format === "strategy" ? vocabulary.strategies : null;
}

function rightWord(typed: string, words: readonly string[]): string {
  if (words.length === 0) return "remove it";
  const nearest = nearestWord(typed, words);
  if (nearest !== null) return `did you mean ${quoted(nearest)}?`;
  return words.length > 20 ? "check the spelling" : `known here: ${words.join(", ")}`;
}

function label(path: Path): string {
  const [first, ...rest] = path;
  if (first === undefined) return "the scenario";
  return quoted(first + rest.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join(""));
}

function expected({ title, type }: Rule): string {
  return title ?? (typeof type === "string" ? (typeNames.get(type) ?? type) : "another value");
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["integer", "a whole number"],
  ["array", "a list"],
  ["object", "a map"],
]);

function shown(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  return cut(JSON.stringify(value));
}

function listed(keys: readonly string[]): string {
  return `${keys.slice(0, -1).map(quoted).join(", ")} and ${quoted(keys.at(-1) ?? "")}`;
}

function quoted(word: string): string {
  return `\`${cut(word)}\``;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function unescapePointer(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
