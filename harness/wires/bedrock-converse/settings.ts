import type { Settings } from "../settings.ts";

/** Sources: Bedrock API reference, Converse. */
export const settings: Settings = {
  thinking: [{ name: "additionalModelRequestFields.thinking", omitted: '{"type":"disabled"}' }],
  // Claude's, and that of models which take OpenAI's name.
  effort: [
    { name: "additionalModelRequestFields.output_config.effort", omitted: '"high"' },
    { name: "additionalModelRequestFields.reasoning_effort" },
  ],
  "tool-choice": [{ name: "toolConfig.toolChoice", omitted: '{"auto":{}}' }],
  speed: [
    { name: "performanceConfig.latency", omitted: '"standard"' },
    { name: "serviceTier.type", omitted: '"default"' },
  ],
  "output-format": [{ name: "outputConfig.textFormat" }],
  "max-tokens": [{ name: "inferenceConfig.maxTokens" }],
  "server-tools": [{ name: "promptVariables", omitted: "{}" }],
  "cache-key": [],
  "cached-content": [],
};
