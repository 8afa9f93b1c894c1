import { copiedWires, liveChat } from "../compatible.ts";
import type { Provider } from "../provider.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { NO_EFFORT } from "../severity-sources.ts";
import {
  dashscopeExplicitRules,
  dashscopeImplicitRules,
  dashscopeQwen4Rules,
  dashscopeSessionRules,
} from "./cache-rules.ts";

export const dashscope: Provider = {
  name: "dashscope",
  hosts: ["aliyuncs.com"],
  apiHosts: ["*dashscope*.aliyuncs.com"],
  wires: copiedWires,
  headers: ["x-dashscope-"],
  models: /^(?:qwen|qwq|qvq)/i,
  gatewayName: "qwen",
  caches: [
    {
      name: "dashscope-session",
      rules: dashscopeSessionRules,
      applies: ({ dialect, headers = [] }) =>
        dialect === "openai-responses" &&
        headers.some(([name, value]) => name.toLowerCase() === "x-dashscope-session-cache" && value === "enable"),
    },
    {
      name: "dashscope-qwen4",
      rules: dashscopeQwen4Rules,
      applies: ({ model, isMarked }, { marksLastBlock }) =>
        (isMarked || marksLastBlock.value) && /^qwen-?4/.test(familyOf(model)),
    },
    { name: "dashscope-explicit", rules: dashscopeExplicitRules, applies: ({ isMarked }) => isMarked },
    { name: "dashscope", rules: dashscopeImplicitRules },
  ],
  severities: [{ code: "CB103", severity: "low", source: NO_EFFORT }],
  live: liveChat("https://dashscope.aliyuncs.com/compatible-mode", "DASHSCOPE"),
  // The vendor's documents; not recorded.
  chat: {
    usage: ({ read, write, engine }) => ({
      prompt_tokens_details: {
        cached_tokens: read,
        ...(engine === "marked-blocks" && { cache_creation_input_tokens: write }),
      },
    }),
    reasoning: "reasoning_content",
  },
};
