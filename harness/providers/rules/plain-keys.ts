import type { KeyRules, ParameterRule } from "./cache-rules.ts";
import { promptSettings } from "./prompt-settings.ts";

type PlainKeys = Omit<KeyRules, "provider" | "asOf" | "models" | "unknownModel">;

const NONE = "[I] nothing of the kind is documented or was seen";

/** The keys that every cache uses. */
export const keptByModel: readonly ParameterRule[] = [
  { name: "model", level: "tools", whenOmitted: null, source: "[D] caches are kept by model" },
];

/** The key of a prompt that is hashed as it stands: no levels, no runs, no block that is left out. Each model has its own cache. */
export const plainKeys: PlainKeys = {
  runsShareAPosition: { value: [], source: NONE },
  unmarkable: { value: [], source: NONE },
  defaultTtl: { value: "5m", source: NONE },
  lifetimeParameter: { value: null, source: NONE },
  toolsAreOneBlock: { value: false, source: NONE },
  marksLastBlock: { value: false, source: NONE },
  toolsHashedWithSystem: { value: [], source: NONE },
  unhashedSystemHead: { value: null, source: NONE },
  betasInKey: { value: [], source: NONE },
  scopeHeaders: { value: [], source: NONE },
  neededHeaders: { value: [], source: NONE },
  leadingHeaders: { value: [], source: NONE },
  parameters: keptByModel,
  settings: promptSettings(),
  contents: [],
};
