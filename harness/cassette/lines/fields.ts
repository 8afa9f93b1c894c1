import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import { nearestWord } from "../../kernel/text/nearest-word.ts";

/** Member names and indexes from the document's root. */
export type FieldPath = readonly (string | number)[];

/** Makes the error for a member that is not what it must be; it knows the file, the fields only know the path. */
export type FieldFault = (path: FieldPath, what: string, kind?: FaultKind) => HarnessError;

/** A fault with a code and a way out of its own. */
export type FaultKind = { readonly code: `HX${number}`; readonly fix: string };

/**
 * Reads the members of one parsed JSON object by name and kind, and throws at the first that is not what it must be.
 * `null` and absent are the same: not said.
 */
export class Fields {
  readonly path: FieldPath;
  readonly fault: FieldFault;
  readonly #members: JsonObject;

  constructor(value: unknown, path: FieldPath, fault: FieldFault) {
    if (!isJsonObject(value)) throw fault(path, `${pathText(path)} is ${kindOf(value)}; an object is expected`);
    this.path = path;
    this.fault = fault;
    this.#members = value;
  }

  has(name: string): boolean {
    return this.raw(name) !== null;
  }

  raw(name: string): unknown {
    return this.#members[name] ?? null;
  }

  text(name: string): string {
    return this.textOrNull(name) ?? this.#missing(name, "a string");
  }

  textOrNull(name: string): string | null {
    const value = this.raw(name);
    return value === null || typeof value === "string" ? value : this.#wrong(name, "a string");
  }

  number(name: string): number {
    return this.numberOrNull(name) ?? this.#missing(name, "a number");
  }

  numberOrNull(name: string): number | null {
    const value = this.raw(name);
    return value === null || typeof value === "number" ? value : this.#wrong(name, "a number");
  }

  flag(name: string): boolean {
    return this.flagOrNull(name) ?? this.#missing(name, "true or false");
  }

  flagOrNull(name: string): boolean | null {
    const value = this.raw(name);
    return value === null || typeof value === "boolean" ? value : this.#wrong(name, "true or false");
  }

  /** One of a closed set of words; another one is answered with the nearest. */
  word<Word extends string>(name: string, words: readonly Word[]): Word {
    return this.wordOrNull(name, words) ?? this.#missing(name, `one of ${words.join(", ")}`);
  }

  wordOrNull<Word extends string>(name: string, words: readonly Word[]): Word | null {
    const value = this.textOrNull(name);
    const word = words.find((each) => each === value);
    if (value === null || word !== undefined) return word ?? null;
    throw this.fault([...this.path, name], `${this.#name(name)} is "${value}"; one of ${words.join(", ")} is expected`);
  }

  /** Epoch milliseconds of an ISO 8601 time. */
  timeOrNull(name: string): number | null {
    const text = this.textOrNull(name);
    if (text === null) return null;
    const time = Date.parse(text);
    return Number.isNaN(time) ? this.#wrong(name, "a time in ISO 8601") : time;
  }

  object(name: string): Fields {
    return this.objectOrNull(name) ?? this.#missing(name, "an object");
  }

  objectOrNull(name: string): Fields | null {
    return this.has(name) ? new Fields(this.raw(name), [...this.path, name], this.fault) : null;
  }

  /** An object within this one, at a path from it. */
  nested(value: unknown, path: FieldPath): Fields {
    return new Fields(value, [...this.path, ...path], this.fault);
  }

  /** An object whose members are not read here. */
  jsonOrNull(name: string): JsonObject | null {
    const value = this.raw(name);
    return value === null || isJsonObject(value) ? value : this.#wrong(name, "an object");
  }

  list(name: string): readonly unknown[] {
    return this.listOrNull(name) ?? this.#missing(name, "a list");
  }

  listOrNull(name: string): readonly unknown[] | null {
    const value = this.raw(name);
    return value === null || Array.isArray(value) ? value : this.#wrong(name, "a list");
  }

  /** Throws at the first member that is not one of `known`. */
  refuseOthers(known: readonly string[]): void {
    for (const name of Object.keys(this.#members)) {
      if (known.includes(name)) continue;
      const nearest = nearestWord(name, known);
      const hint = nearest === null ? `known are ${known.join(", ")}` : `did you mean "${nearest}"?`;
      throw this.fault([...this.path, name], `unknown key "${name}": ${hint}`);
    }
  }

  #missing(name: string, expected: string): never {
    throw this.fault(this.path, `${this.#name(name)} is missing; ${expected} is expected`);
  }

  #wrong(name: string, expected: string): never {
    const found = kindOf(this.#members[name]);
    throw this.fault([...this.path, name], `${this.#name(name)} is ${found}; ${expected} is expected`);
  }

  #name(name: string): string {
    return pathText([...this.path, name]);
  }
}

/** `log.entries[3].request`. */
export function pathText(path: FieldPath): string {
  if (path.length === 0) return "the value";
  return path.map((part, at) => (typeof part === "number" ? `[${part}]` : at === 0 ? part : `.${part}`)).join("");
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value);
  return text.length > 40 ? "a long string" : text;
}
