import { describeMismatch, describeValue, hasMethod } from "../../wire/describe-value.ts";
import { isJsonObject, type JsonObject } from "../../wire/json-object.ts";
import { wireFormats } from "../../wire/wire-formats.ts";
import { checkNames } from "./check-names.ts";
import { ForkParamsError } from "./fork-params-error.ts";

/** One parameter as a caller without a type checker may have it wrong. */
export type Shape = {
  readonly name: string;
  readonly isOptional?: true;
  readonly fits: (value: unknown) => boolean;
  /** Completes "X is not …", and says what to pass instead. */
  readonly wanted: string;
};

/**
 * Throws ForkParamsError for the first member that is not of its shape. The types rule this out; calls from
 * JavaScript would otherwise end in a TypeError from inside.
 */
export function checkShapes(members: unknown, shapes: readonly Shape[], prefix = ""): void {
  if (!isJsonObject(members)) {
    const where = prefix === "" ? "params" : prefix.slice(0, -1);
    throw new ForkParamsError(where, describeMismatch(members, "an object with parameters"));
  }
  for (const { name, isOptional, fits, wanted } of shapes) {
    const value = members[name];
    if ((value === undefined && isOptional === true) || fits(value)) continue;
    throw new ForkParamsError(`${prefix}${name}`, describeMismatch(value, wanted));
  }
}

export const isText = (value: unknown): boolean => typeof value === "string";
export const isFunction = (value: unknown): boolean => typeof value === "function";
export const isCountFrom =
  (least: number) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && Number(value) >= least;
const isFilledText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

const clientShape: Shape = {
  name: "llm",
  fits: (value) => hasMethod(value, "send"),
  wanted: "a client; pass new AnthropicClient(), an OpenAiClient, a GeminiClient, or an object { wire, send }",
};

export const forksShape: Shape = {
  name: "forks",
  fits: (value) => hasMethod(value, "fork"),
  wanted: "a starter of forks; pass new DefaultForkSubagent()",
};

export const parentShape: Shape = {
  name: "parent",
  fits: isSnapshot,
  wanted: "a snapshot of a parent; take one with captureCacheSafeParams({ request, headers, answer })",
};

export const forkShapes: readonly Shape[] = [
  parentShape,
  clientShape,
  {
    name: "tools",
    fits: (value) => hasMethod(value, "dispatch"),
    wanted:
      "a dispatcher; pass { dispatch: async ({ tool, input }) => ({ content, isError }) }; the parent's request declares the tools",
  },
  { name: "directive", fits: isText, wanted: "a text; say what the fork is to do" },
  { name: "label", fits: isText, wanted: "a text; give the fork a name for people, such as auto_dream" },
  {
    name: "strategy",
    isOptional: true,
    fits: isStrategy,
    wanted: "a strategy; pass passThrough, or call one that takes options: lastNTurns(3)",
  },
  {
    name: "filter",
    isOptional: true,
    fits: (value) => hasMethod(value, "decide"),
    wanted: 'a filter; pass allowTools(["Read"]) or another object with decide',
  },
  {
    name: "overrides",
    isOptional: true,
    fits: isJsonObject,
    wanted: "an object; pass { maxTokens: 1024 }, or leave it out",
  },
  {
    name: "agent",
    isOptional: true,
    fits: isJsonObject,
    wanted: "an agent; pass { id, state, plan }, the plan with a treatment for each field of the state",
  },
  {
    name: "signal",
    isOptional: true,
    fits: (value) =>
      hasMethod(value, "addEventListener") && isJsonObject(value) && typeof value["aborted"] === "boolean",
    wanted: "an AbortSignal; pass controller.signal",
  },
  { name: "observe", isOptional: true, fits: isFunction, wanted: "a function; pass (event) => …" },
  {
    name: "mode",
    isOptional: true,
    fits: (value) => value === "Sync" || value === "ForkAndForget",
    wanted: 'a mode; write "Sync" or "ForkAndForget"',
  },
  { name: "source", isOptional: true, fits: isText, wanted: "a text; name what asked for the fork, such as eval" },
  {
    name: "skipTranscript",
    isOptional: true,
    fits: (value) => typeof value === "boolean",
    wanted: "a boolean; write true or false",
  },
  {
    name: "ownBreakpoints",
    isOptional: true,
    fits: (value) => typeof value === "boolean",
    wanted: "a boolean; write true or false",
  },
  {
    name: "startAfter",
    isOptional: true,
    fits: (value) => hasMethod(value, "then"),
    wanted: "a promise; pass one that the first request is to wait for",
  },
  {
    name: "ownCall",
    isOptional: true,
    fits: (value) => isFilledText(value) || (Number.isSafeInteger(value) && Number(value) >= 1),
    wanted: "a call; pass the id of the parent's tool call, or its place from 1",
  },
  { name: "refuseTag", isOptional: true, fits: isFilledText, wanted: "a tag; pass forkTag or a text of your own" },
];

const overrideShapes: readonly Shape[] = [
  { name: "agentId", isOptional: true, fits: isFilledText, wanted: "an id of an agent" },
  { name: "reminder", isOptional: true, fits: isText, wanted: "a text" },
  {
    name: "maxTokens",
    isOptional: true,
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
    wanted: "a count of tokens; give a whole number from 1",
  },
  { name: "metadata", isOptional: true, fits: isJsonObject, wanted: "an object" },
  { name: "model", isOptional: true, fits: isFilledText, wanted: "a name of a model" },
  { name: "effort", isOptional: true, fits: isFilledText, wanted: "an effort; give the provider's word, such as low" },
  {
    name: "thinking",
    isOptional: true,
    fits: isJsonObject,
    wanted: 'an object; give the whole member, such as { type: "disabled" }',
  },
  { name: "tools", isOptional: true, fits: Array.isArray, wanted: "a list of tools as the wire declares them" },
  {
    name: "temperature",
    isOptional: true,
    fits: (value) => typeof value === "number" && value >= 0 && value <= 2,
    wanted: "a temperature; give a number from 0 to 2",
  },
  {
    name: "stopSequences",
    isOptional: true,
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isFilledText),
    wanted: "a list of texts",
  },
  {
    name: "toolChoice",
    isOptional: true,
    fits: (value) => isFilledText(value) || isJsonObject(value),
    wanted: 'a tool choice as the wire writes it, such as { type: "tool", name: "answer" } or "required"',
  },
  {
    name: "responseFormat",
    isOptional: true,
    fits: isJsonObject,
    wanted: 'a format as the wire writes it, such as { type: "json_schema", schema }',
  },
  breakShape("expectBreak"),
  // Its former name.
  breakShape("breaksCache"),
];

function breakShape(name: string): Shape {
  return {
    name,
    isOptional: true,
    fits: (value) => isJsonObject(value) && value["reason"] !== undefined,
    wanted: 'an object with a reason; write { reason: "why the loss is worth it" }',
  };
}

/** Throws ForkParamsError for an unknown override, or one of another shape. */
export function checkOverrides(overrides: JsonObject): void {
  checkShapes(overrides, overrideShapes, "overrides.");
  for (const name of ["expectBreak", "breaksCache"]) {
    const given = overrides[name];
    if (!isJsonObject(given)) continue;
    if (!isFilledText(given["reason"])) {
      const what = `its reason is ${describeValue(given["reason"])}; say why the loss is worth it`;
      throw new ForkParamsError(`overrides.${name}`, what);
    }
    checkNames(given, ["reason"], `option of ${name}`, `overrides.${name}.`);
  }
  const names = overrideShapes.map(({ name }) => name);
  checkNames(overrides, names, "override", "overrides.");
}

function isStrategy(value: unknown): boolean {
  return hasMethod(value, "seed") && isJsonObject(value) && Array.isArray(value["wires"]) && isText(value["name"]);
}

function isSnapshot(value: unknown): boolean {
  if (!isJsonObject(value) || !isJsonObject(value["continuation"]) || !isJsonObject(value["body"])) return false;
  return typeof value["wire"] === "string" && Object.hasOwn(wireFormats, value["wire"]);
}
