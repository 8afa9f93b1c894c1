import { refuseUnknown } from "../options/refuse-unknown.ts";
import { allOf } from "../filters/all-of.ts";
import { allowMatching } from "../filters/allow-matching.ts";
import { allowTools } from "../filters/allow-tools.ts";
import { anyOf } from "../filters/any-of.ts";
import { autoMemFilter, type AutoMemOptions } from "../filters/auto-mem-filter.ts";
import { readOnlyFilter, type ReadOnlyOptions } from "../filters/read-only-filter.ts";
import type { Decision, ToolCall, ToolFilter } from "../filters/tool-filter.ts";
import { ForkParamsError } from "../fork/params/fork-params-error.ts";
import { isJsonObject } from "../wire/json-object.ts";

/** A filter as data, which can leave its process: one member, with the options of the function of that name. */
export type FilterDefinition =
  | { readonly allowTools: readonly string[] }
  | { readonly allowMatching: readonly string[] }
  | { readonly readOnly: Omit<ReadOnlyOptions, Code> }
  | { readonly autoMem: Omit<AutoMemOptions, Code> }
  | { readonly allOf: readonly FilterDefinition[] }
  | { readonly anyOf: readonly FilterDefinition[] };

/** Options that hold code. */
type Code = "disk" | "loadGrammar" | "runtime";

/**
 * The filter of a definition, for a fork in process or in another one. Its files are those of the process that runs the fork's tools.
 * Throws ForkParamsError for a definition that is not data or has no known member.
 */
export function definedFilter(definition: FilterDefinition): ToolFilter {
  checkDefinition(definition, "filter");
  return new DefinedFilter(definition);
}

/** The definition of a filter that `definedFilter` made; null for any other. */
export function definitionOf(filter: ToolFilter): FilterDefinition | null {
  return filter instanceof DefinedFilter ? filter.definition : null;
}

/** Makes the filter itself. Rejects with what its function throws, such as for a memory folder that is missing. */
export async function makeFilter(definition: FilterDefinition): Promise<ToolFilter> {
  if ("allowTools" in definition) return allowTools(definition.allowTools);
  if ("allowMatching" in definition) return allowMatching(definition.allowMatching);
  if ("readOnly" in definition) return readOnlyFilter(definition.readOnly);
  if ("autoMem" in definition) return autoMemFilter(definition.autoMem);
  if ("allOf" in definition) return allOf(await Promise.all(definition.allOf.map(makeFilter)));
  return anyOf(await Promise.all(definition.anyOf.map(makeFilter)));
}

/** Makes the filter with the first call, since some look at the disk. */
class DefinedFilter implements ToolFilter {
  readonly definition: FilterDefinition;
  readonly name: string;
  #made: Promise<ToolFilter> | null = null;

  constructor(definition: FilterDefinition) {
    // What leaves this process is a copy, so the filter here is made from one, too.
    this.definition = structuredClone(definition);
    this.name = `defined(${Object.keys(definition).join()})`;
  }

  async decide(call: ToolCall): Promise<Decision> {
    this.#made ??= makeFilter(this.definition);
    return (await this.#made).decide(call);
  }
}

const lists = ["allowTools", "allowMatching"];
const groups = ["allOf", "anyOf"];
const objects = ["readOnly", "autoMem"];

/** Throws ForkParamsError for a value that is not the definition of a filter. A worker checks what it was sent. */
export function checkDefinition(definition: unknown, place: string): void {
  const [name, ...others] = isJsonObject(definition) ? Object.keys(definition) : [];
  const known = [...lists, ...objects, ...groups];
  if (isJsonObject(definition)) {
    refuseUnknown(definition, known, (unknown) => {
      return new ForkParamsError(place, `no filter is named ${unknown.name}; ${unknown.hint}`);
    });
  }
  if (!isJsonObject(definition) || name === undefined || others.length > 0) {
    throw new ForkParamsError(place, `the definition of a filter has one member, one of: ${known.join(", ")}`);
  }
  const value = definition[name];
  if (lists.includes(name) && !(Array.isArray(value) && value.every((each) => typeof each === "string"))) {
    throw new ForkParamsError(`${place}.${name}`, "it takes a list of names");
  }
  if (objects.includes(name)) checkData(value, `${place}.${name}`);
  if (!groups.includes(name)) return;
  if (!Array.isArray(value)) throw new ForkParamsError(`${place}.${name}`, "it takes a list of definitions");
  for (const [at, each] of value.entries()) checkDefinition(each, `${place}.${name}[${at}]`);
}

/** JSON drops functions without a word: a filter without its own disk, say, would decide by another one. */
function checkData(value: unknown, place: string): void {
  if (!isJsonObject(value)) throw new ForkParamsError(place, "it takes an object of options");
  for (const [name, option] of Object.entries(value)) {
    if (typeof option === "function" || (isJsonObject(option) && Object.values(option).some(isFunction))) {
      throw new ForkParamsError(`${place}.${name}`, "it holds code, which cannot leave its process");
    }
  }
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
