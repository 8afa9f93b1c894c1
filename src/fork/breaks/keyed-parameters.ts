import type { CacheSafeParams } from "../../cache-safe/cache-safe-params.ts";
import { isJsonObject } from "../../wire/json-object.ts";

/** The part of the cache that a changed parameter loses. */
export type Loss = "everything" | "messages";

export type KeyedParent = Pick<CacheSafeParams, "wire" | "model">;

/**
 * What a changed tool choice loses in the cache of a parent; null if both mean the same to the key. Anthropic keys its messages by it, and
 * OpenAI since GPT-5.6 does so where it demands a call (harness/providers/FACTS.md#anthropic-prefix, #openai-boundaries). Other
 * providers do not say, so a change counts as lost.
 */
export function toolChoiceLoss(parent: KeyedParent, own: unknown, changed: unknown): Loss | null {
  return choiceClass(parent, own) === choiceClass(parent, changed) ? null : "messages";
}

/** The same of a changed response format, which decides what stands before the tools. */
export function responseFormatLoss(own: unknown, changed: unknown): Loss | null {
  return formatClass(own) === formatClass(changed) ? null : "everything";
}

/** Choices with one class are one in the key. A missing choice is the provider's default. */
function choiceClass(parent: KeyedParent, choice: unknown): string {
  const mode = modeOf(choice);
  if (mode === undefined) return JSON.stringify(choice);
  // GPT-5.6 and later render the prompt alike for choices that leave the call to the model, or forbid it.
  const isAlike = keysByBoundaries(parent) && (mode === "none" || mode === "allowed_tools");
  return isAlike ? "auto" : mode;
}

/** The word of a choice that has no other member of meaning; undefined for a choice with more. */
function modeOf(choice: unknown): string | undefined {
  if (choice === undefined) return "auto";
  if (typeof choice === "string") return choice;
  if (!isJsonObject(choice)) return undefined;
  const { functionCallingConfig: calling, type, disable_parallel_tool_use: isSingle = false, ...more } = choice;
  if (isJsonObject(calling)) return modeOf({ type: String(calling["mode"]).toLowerCase(), ...withoutMode(calling) });
  if (type === "allowed_tools") return "allowed_tools";
  return typeof type === "string" && isSingle === false && Object.keys(more).length === 0 ? type : undefined;
}

function withoutMode({ mode: _mode, ...rest }: { readonly [name: string]: unknown }): object {
  return rest;
}

/** GPT-5.6 and later, also behind a gateway's prefix. */
function keysByBoundaries({ wire, model }: KeyedParent): boolean {
  if (wire !== "openai-chat" && wire !== "openai-responses") return false;
  return /(?:^|\/)gpt-(?:5\.(?:[6-9]|\d\d)|[6-9]|\d\d)/.test(model ?? "");
}

/** OpenAI's format for plain text is that of a request without one. */
function formatClass(format: unknown): string {
  const isText = isJsonObject(format) && format["type"] === "text";
  return format === undefined || isText ? "text" : JSON.stringify(format);
}
