import type { Provider } from "../provider.ts";
import { invalidArgument } from "../refusal.ts";
import { NO_EFFORT } from "../severity-sources.ts";
import { geminiImplicitRules } from "./cache-rules.ts";

export const gemini: Provider = {
  name: "gemini",
  // Of Vertex the global host; the regional and multi-region ones name their place. The last is where a login with Google leads.
  hosts: ["generativelanguage.googleapis.com", "aiplatform.googleapis.com", "cloudcode-pa.googleapis.com"],
  sharesHosts: true,
  apiHosts: [
    "generativelanguage.googleapis.com",
    "*aiplatform.googleapis.com",
    "aiplatform.*.rep.googleapis.com",
    "cloudcode-pa.googleapis.com",
  ],
  wires: ["gemini-generate", "openai-chat"],
  inventedWires: ["gemini-generate"],
  headers: ["x-goog-api-key"],
  models: /^gemini-/i,
  modelsAreResold: true,
  gatewayName: "google",
  caches: [{ name: "gemini", rules: geminiImplicitRules }],
  severities: [{ code: "CB103", severity: "low", source: NO_EFFORT }],
  priceListName: "google",
  // Google bills other places than `global` higher since July 2026; for which models is not known (BerriAI/litellm#37543).
  regionalUplift: (_model, atMs) => (atMs < Date.UTC(2026, 6, 1) ? 1 : null),
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
