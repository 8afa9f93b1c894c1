import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import { type JsonObject, isJsonObject } from "../../../kernel/json.ts";
import { familyOf } from "../../../kernel/text/model-family.ts";
import { checkEffort } from "./check-effort.ts";
import { unknownTag } from "./check-members.ts";

/** The limits that depend on the model: the length of its answer, its thinking, system messages and a forced tool. */
export function checkModel(body: JsonObject, model: string): Refusal | null {
  const family = familyOf(model);
  return (
    checkLength(body["max_tokens"], family, model) ??
    checkEffort(body, family) ??
    checkThinking(body, family) ??
    checkSystemRole(body["messages"], family) ??
    checkForced(body, family)
  );
}

/** Longest answers (models overview; Effect-TS/effect#7129 for 4.6 and later). A model that no row names is not asked. */
const LONGEST: readonly (readonly [families: RegExp, tokens: number])[] = [
  [/^claude-(?:opus-4-[678]|sonnet-4-6|(?:opus|sonnet|haiku|fable|mythos)-5(?:-\d)?)$/, 128_000],
  [/^claude-(?:opus-4-5|sonnet-4(?:-[05])?|haiku-4-5|3-7-sonnet)$/, 64_000],
  [/^claude-opus-4(?:-[01])?$/, 32_000],
  [/^claude-3-5-(?:sonnet|haiku)$/, 8_192],
];

function checkLength(asked: unknown, family: string, model: string): Refusal | null {
  const longest = LONGEST.find(([families]) => families.test(family))?.[1];
  if (longest === undefined || typeof asked !== "number" || asked <= longest) return null;
  return invalidRequest(
    `max_tokens: ${asked} > ${longest}, which is the maximum allowed number of output tokens for ${model}`,
  );
}

/** Models that always think (lobehub/lobehub#19034, asked on 2 September 2026; Mythos: ex-machina-co/opencode-anthropic-auth#159). */
const ALWAYS_THINKING = /^claude-(?:fable|mythos)-5(?:-\d)?$/;

/** Since Opus 4.7 a model decides how much it thinks; up to 4.5 the request decides; 4.6 takes both. */
const ADAPTIVE_ONLY = /^claude-(?:opus-4-[78]|(?:opus|sonnet|haiku|fable|mythos)-5(?:-\d)?)$/;
const NOT_ADAPTIVE = /^claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-5])?$)/;

function checkThinking(body: JsonObject, family: string): Refusal | null {
  const { thinking, temperature, max_tokens: longest } = body;
  if (!isJsonObject(thinking)) return null;
  const { type, budget_tokens: budget } = thinking;
  if (!["adaptive", "between_tools", "disabled", "enabled"].some((each) => each === type)) {
    return unknownTag("thinking", type, "'adaptive', 'between_tools', 'disabled', 'enabled'");
  }
  if (type === "adaptive" && NOT_ADAPTIVE.test(family)) {
    return invalidRequest("adaptive thinking is not supported on this model");
  }
  if (type === "disabled" && ALWAYS_THINKING.test(family)) {
    return invalidRequest(
      '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.',
    );
  }
  if (type === "enabled") {
    if (ADAPTIVE_ONLY.test(family)) {
      return invalidRequest(
        '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      );
    }
    if (typeof budget !== "number") return invalidRequest("thinking.enabled.budget_tokens: Field required");
    if (budget < 1024) {
      return invalidRequest("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
    }
    if (typeof longest === "number" && longest > 0 && longest <= budget) {
      return invalidRequest("`max_tokens` must be greater than `thinking.budget_tokens`.");
    }
  }
  if (type === "disabled" || type === "between_tools") return null;
  if (typeof temperature === "number" && temperature !== 1) {
    return invalidRequest("`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.");
  }
  return null;
}

/** Messages of the role system began with Opus 4.8; Sonnet 5 refuses them (harness/providers/FACTS.md#anthropic-changes). */
const NO_SYSTEM_ROLE = /^claude-(?:3|instant|2|(?:opus|sonnet|haiku)-4(?:-[0-7])?$|sonnet-5$|mythos-preview$)/;

function checkSystemRole(messages: unknown, family: string): Refusal | null {
  if (!NO_SYSTEM_ROLE.test(family) || !Array.isArray(messages)) return null;
  const has = messages.some((message) => isJsonObject(message) && message["role"] === "system");
  return has ? invalidRequest("role 'system' is not supported on this model") : null;
}

/** harness/providers/FACTS.md#anthropic-refusals; of these only the status is known. */
const NEVER_FORCED = /^claude-(?:(?:fable|mythos)-5-1|(?:opus|sonnet)-5-5)$/;

function checkForced({ tool_choice: choice, thinking }: JsonObject, family: string): Refusal | null {
  const type = isJsonObject(choice) ? choice["type"] : null;
  if (type !== "any" && type !== "tool") return null;
  if (NEVER_FORCED.test(family)) return invalidRequest(`tool_choice: type '${type}' is not supported on this model`);
  // Adaptive thinking goes with it (recorded of Opus 4.6).
  return isJsonObject(thinking) && thinking["type"] === "enabled"
    ? invalidRequest("Thinking may not be enabled when tool_choice forces tool use.")
    : null;
}
