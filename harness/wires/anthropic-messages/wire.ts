import { readError } from "../read-error.ts";
import type { Wire } from "../wire.ts";
import { answeredBlocks } from "./answered-blocks.ts";
import { hasShape } from "./has-shape.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { settings } from "./settings.ts";
import { readAnswer } from "./read-answer.ts";

declare module "../../kernel/layout.ts" {
  interface WireNames {
    "anthropic-messages": true;
  }
}

/** Anthropic's Messages API (`POST /v1/messages`), as Anthropic and compatible providers speak it. */
export const anthropicMessages: Wire = {
  name: "anthropic-messages",
  endings: ["/messages"],
  hasShape,
  parseLayout,
  readUsage,
  usageMember: "usage",
  promptIncludesCached: false,
  readError,
  answeredBlocks,
  cachedAnswer: (response) => readAnswer(response)?.content,
  settings,
  calls: {
    call: { of: "block", types: ["tool_use"] },
    result: { of: "block", types: ["tool_result"] },
    answered: "next-turn",
  },
  keyHeader: (key) => ["x-api-key", key],
  versionHeader: ["anthropic-version", "2023-06-01"],
  mocked: async () => [(await import("./mocked/mock-wire.ts")).anthropicMessages],
};
