import { readError } from "../read-error.ts";
import type { Wire } from "../wire.ts";
import { answeredBlocks } from "./answered-blocks.ts";
import { hasShape } from "./has-shape.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { settings } from "./settings.ts";
import { chatChoice } from "./chat-choice.ts";

declare module "../../kernel/layout.ts" {
  interface WireNames {
    "openai-chat": true;
  }
}

/** OpenAI's Chat Completions (`POST …/chat/completions`), as OpenAI and those who copied it speak it. */
export const openaiChat: Wire = {
  name: "openai-chat",
  endings: ["/chat/completions"],
  hasShape,
  parseLayout,
  readUsage,
  usageMember: "usage",
  promptIncludesCached: true,
  readError,
  answeredBlocks,
  cachedAnswer: chatChoice,
  settings,
  calls: {
    call: { of: "block", types: ["function", "custom"] },
    result: { of: "message", id: "tool_call_id" },
    answered: "next-turn",
  },
  otherToolsAreServers: true,
  keyHeader: (key) => ["authorization", `Bearer ${key}`],
  mocked: async () => [(await import("./mocked/mock-wire.ts")).openaiChat],
};
