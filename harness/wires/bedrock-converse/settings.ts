import type { Settings } from "../settings.ts";

/** Sources: Bedrock API reference, Converse. */
export const settings: Settings = {
  thinking: [{ name: "additionalModelRequestFields.thinking", omitted: '{"type":"disabled"}' }],
  effort: [{ name: "additionalModelRequestFields.output_config.effort", omitted: '"high"' }],
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
