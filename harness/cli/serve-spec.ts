import type { CommandSpec } from "./commands.ts";

/** `serve` as data, with what decides how it answers. */
export const serveSpec: CommandSpec = {
  name: "serve",
  summary: "the mocked provider as a server on loopback, for any client, until Ctrl-C",
  positional: null,
  options: [
    {
      name: "script",
      value: "FILE",
      description: "what the mocked model answers: a script, or a scenario that has one",
    },
    { name: "port", value: "N", description: "listen here; by default any free port" },
    {
      name: "provider",
      value: "NAME",
      description: "who answers on OpenAI's and Anthropic's wires; by default by model",
    },
    { name: "rules", value: "FILE", description: "a JSON file of cache rules that differ from ours" },
  ],
  notes: [
    "The path decides the wire: /v1/messages (Anthropic), /v1/chat/completions, /v1/responses, /backend-api/codex/responses (ChatGPT's backend), /v1beta/models/MODEL:generateContent (Gemini), /model/MODEL/converse and /invoke (Bedrock). The model's name decides whose cache answers, unless --provider or the header x-forkproof-provider says it (groq, vllm, sglang, llama-cpp and others have no models of their own name); /openai/v1/ is Groq's path.",
    "The header x-forkproof-lane says whose request it is (parent, fork, fork[2]); x-forkproof-workspace, or a key that ends in @NAME, keeps caches apart by workspace.",
  ],
  examples: ["forkproof serve --script scenarios/forks/command.yaml"],
  exitCodes: "0 all went by the script, 1 a request without an answer or an answer that nobody asked for",
  load: async () => (await import("./commands/serve-command.ts")).serveCommand,
};
