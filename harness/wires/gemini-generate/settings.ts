import type { Settings } from "../settings.ts";

/** Sources: ai.google.dev, GenerationConfig and ToolConfig. */
export const settings: Settings = {
  thinking: [{ name: "generationConfig.thinkingConfig" }],
  effort: [],
  "tool-choice": [{ name: "toolConfig.functionCallingConfig", omitted: '{"mode":"AUTO"}' }],
  speed: [],
  "output-format": [
    { name: "generationConfig.responseMimeType" },
    { name: "generationConfig.responseSchema" },
    { name: "generationConfig.responseJsonSchema" },
  ],
  "max-tokens": [{ name: "generationConfig.maxOutputTokens" }],
  "server-tools": [],
  "cache-key": [],
  "cached-content": [{ name: "cachedContent" }, { name: "cached_content" }],
};
