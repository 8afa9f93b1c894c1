import type { CacheSafeParams } from "../../cache-safe/cache-safe-params.ts";
import { isJsonObject, parseJson } from "../../wire/json-object.ts";
import { ForkDepthError } from "./fork-depth-error.ts";
import type { RunContext } from "../loop/run-context.ts";

export type RecursionRule = {
  /** How deep forks may nest. Default 1: forks of the top agent only. Inside a run it can only be lowered. */
  readonly maxDepth?: number | undefined;
  /**
   * Also refuse where a user message of the parent holds this text, as Qwen Code's first guard did.
   * It fires on quoted text too and is lost with a compaction: the depth is the guard, this is for parity.
   */
  readonly refuseTag?: string | undefined;
};

/** The depth and limit of a new run inside `outer`. Throws ForkDepthError where it may not start. */
export function checkRecursion(
  outer: RunContext | null,
  parent: CacheSafeParams,
  { maxDepth, refuseTag }: RecursionRule,
): { readonly depth: number; readonly maxDepth: number } {
  const depth = (outer?.depth ?? 0) + 1;
  const limit = outer === null ? (maxDepth ?? 1) : Math.min(outer.maxDepth, maxDepth ?? outer.maxDepth);
  if (depth > limit)
    throw new ForkDepthError("depth", `A fork may not start another fork here (depth limit ${limit}).`);
  if (refuseTag !== undefined && saysToUser(parent, refuseTag)) {
    throw new ForkDepthError("tag", "This conversation is a fork already, and a fork may not start another.");
  }
  return { depth, maxDepth: limit };
}

function saysToUser({ body }: CacheSafeParams, tag: string): boolean {
  const { bytes, history } = body;
  const mayHold = spellings(tag).some((spelling) => bytes.includes(spelling));
  return (
    mayHold &&
    history
      .map(({ start, end }) => bytes.subarray(start, end))
      .filter((element) => spellings(tag).some((spelling) => element.includes(spelling)))
      .map((element) => parseJson(element.toString("utf8")))
      .some((message) => isJsonObject(message) && message["role"] === "user" && holdsText(message, tag))
  );
}

/** What bytes that hold the text hold: it as JSON writes it, or an escape in which it may hide. Only these are parsed. */
function spellings(text: string): readonly string[] {
  return [JSON.stringify(text).slice(1, -1), String.raw`\u`, ...(text.includes("/") ? [String.raw`\/`] : [])];
}

/** Whether a string anywhere in a value holds the text. A tool result is a user's message too. */
function holdsText(value: unknown, text: string): boolean {
  if (typeof value === "string") return value.includes(text);
  return typeof value === "object" && value !== null && Object.values(value).some((part) => holdsText(part, text));
}
