import { copiedWires, liveChat, usageOfReads } from "../compatible.ts";
import type { Provider } from "../provider.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { NO_EFFORT } from "../severity-sources.ts";
import { minimaxExplicitRules, minimaxPassiveRules } from "./cache-rules.ts";

export const minimax: Provider = {
  name: "minimax",
  hosts: ["minimax.io", "minimaxi.com"],
  apiHosts: ["api.minimax.io", "api.minimaxi.com"],
  wires: copiedWires,
  models: /^minimax-/i,
  gatewayName: "minimax",
  caches: [
    {
      name: "minimax-explicit",
      rules: minimaxExplicitRules,
      applies: ({ model, dialect }) => dialect === "anthropic-messages" && /m2(?:\.|$)/.test(familyOf(model)),
    },
    { name: "minimax", rules: minimaxPassiveRules },
  ],
  severities: [{ code: "CB103", severity: "low", source: NO_EFFORT }],
  live: liveChat("https://api.minimax.io", "MINIMAX"),
  // The vendor's documents; not recorded.
  chat: { usage: usageOfReads, usagePlace: "last-choice", reasoning: "reasoning_content" },
};
