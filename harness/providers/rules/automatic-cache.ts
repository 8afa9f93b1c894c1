import type { Source } from "../../kernel/source.ts";
import type { KeyRules, ModelRule, PrefixRules } from "./cache-rules.ts";
import { keptByModel, plainKeys } from "./plain-keys.ts";
import { promptSettings } from "./prompt-settings.ts";

const NOT_TOLD = "[I] not documented";

/** The common part of most automatic caches; each provider's record holds its differences. */
export const automaticCache: Omit<PrefixRules, "provider" | "asOf" | "stepTokens" | "unknownModel"> = {
  ...plainKeys,
  engine: "shared-prefix",
  heldBackTokens: { value: 0, source: NOT_TOLD },
  answerFreesHeldBack: { value: false, source: NOT_TOLD },
  share: { value: 1, source: NOT_TOLD },
  repeat: { value: "rounded", source: NOT_TOLD },
  keepsAnswer: { value: false, source: NOT_TOLD },
  wholeUnits: { value: false, source: NOT_TOLD },
  delayMs: { value: 0, source: NOT_TOLD },
  ttlMs: { value: 600_000, source: "[I] not documented" },
  models: [],
};

/** Servers that keep a prefix by its tokens alone: no key of the caller's parts it, and no tier. */
export const keyedByTokens: Pick<KeyRules, "parameters" | "settings"> = {
  parameters: keptByModel,
  settings: promptSettings({ except: ["cache-key", "speed"] }),
};

/** The row of every model that no other row names. */
export function everyModel(minimumTokens: number, source: Source): ModelRule {
  return { family: "unknown", minimumTokens, stringEqualsTextBlock: false, source };
}
