import { readError } from "../read-error.ts";
import type { Wire } from "../wire.ts";
import { answeredBlocks, wholeOutput } from "./answered-blocks.ts";
import { hasShape } from "./has-shape.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { settings } from "./settings.ts";

declare module "../../kernel/layout.ts" {
  interface WireNames {
    "openai-responses": true;
  }
}

/** OpenAI's Responses (`POST …/responses`, or messages of a WebSocket), as OpenAI and compatible providers speak it. */
export const openaiResponses: Wire = {
  name: "openai-responses",
  endings: ["/responses"],
  hasShape,
  parseLayout,
  readUsage,
  usageMember: "usage",
  promptIncludesCached: true,
  readError,
  answeredBlocks,
  cachedAnswer: wholeOutput,
  settings,
  calls: {
    call: { of: "block", types: ["function_call", "custom_tool_call"] },
    result: { of: "block", types: ["function_call_output", "custom_tool_call_output"] },
    answered: "later",
  },
  keepsConversations: true,
  keyHeader: (key) => ["authorization", `Bearer ${key}`],
  mocked: async () => [(await import("./mocked/mock-wire.ts")).openaiResponses],
};
