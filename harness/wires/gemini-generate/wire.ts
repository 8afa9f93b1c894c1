import { readError } from "../read-error.ts";
import type { Wire } from "../wire.ts";
import { answeredBlocks } from "./answered-blocks.ts";
import { hasShape } from "./has-shape.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { settings } from "./settings.ts";

declare module "../../kernel/layout.ts" {
  interface WireNames {
    "gemini-generate": true;
  }
}

/** Google's `generateContent` and `streamGenerateContent`, of the Gemini API, of Vertex AI and of Code Assist. */
export const geminiGenerate: Wire = {
  name: "gemini-generate",
  endings: [":generateContent", ":streamGenerateContent"],
  hasShape,
  parseLayout,
  readUsage,
  usageMember: "usageMetadata",
  promptIncludesCached: true,
  omitsZeroCounters: true,
  readError,
  answeredBlocks,
  settings,
  calls: {
    call: { of: "part", members: ["functionCall", "function_call"] },
    result: { of: "part", members: ["functionResponse", "function_response"] },
    answered: "next-turn",
  },
  resourceParameter: "cachedContent",
  keyHeader: (key) => ["x-goog-api-key", key],
  mocked: async () => [(await import("./mocked/mock-wire.ts")).geminiGenerate],
};
