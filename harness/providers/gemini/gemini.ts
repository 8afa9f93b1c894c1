import type { Provider } from "../provider.ts";
import { invalidArgument } from "../refusal.ts";
import { NO_EFFORT } from "../severity-sources.ts";
import { geminiImplicitRules } from "./cache-rules.ts";

export const gemini: Provider = {
  name: "gemini",
  // The last is where a login with Google leads.
  hosts: ["generativelanguage.googleapis.com", "aiplatform.googleapis.com", "cloudcode-pa.googleapis.com"],
  apiHosts: ["generativelanguage.googleapis.com", "*aiplatform.googleapis.com", "cloudcode-pa.googleapis.com"],
  wires: ["gemini-generate", "openai-chat"],
  inventedWires: ["gemini-generate"],
  headers: ["x-goog-api-key"],
  models: /^gemini-/i,
  modelsAreResold: true,
  gatewayName: "google",
  caches: [{ name: "gemini", rules: geminiImplicitRules }],
  severities: [{ code: "CB103", severity: "low", source: NO_EFFORT }],
  priceListName: "google",
  live: {
    wires: ["gemini-generate"],
    publicUrl: "https://generativelanguage.googleapis.com",
    keyVariable: "GEMINI_API_KEY",
    urlVariable: "GOOGLE_GEMINI_BASE_URL",
    credential: (key) => ["x-goog-api-key", key],
  },
  // Recorded of 2.5.
  promptLimits: [{ models: /^gemini-2\.5-(?:flash|pro)$|^gemini-3/, tokens: 1_048_576 }],
  refuseLength: ({ tokens, most }) =>
    invalidArgument(`The input token count (${tokens}) exceeds the maximum number of tokens allowed (${most}).`),
};
