import type { CommandSpec } from "../command-spec.ts";
import { rulesOptionSpec } from "./shared-option-specs.ts";

/** `serve` as data, with what decides how it answers. */
export const serveSpec: CommandSpec = {
  name: "serve",
  summary: "serve the mocked provider on loopback for any client, until Ctrl-C",
  positional: null,
  options: [
    {
      name: "script",
      value: "FILE",
      description: "the mocked model's answers: a script, or a scenario that has one",
    },
    {
      name: "control",
      value: null,
      description: "let tests in any language create, list and judge cases of their own under /__forkproof",
    },
    { name: "port", value: "N", description: "listen on this port; by default any free one" },
    {
      name: "provider",
      value: "NAME",
      description:
        "the provider whose cache answers on OpenAI's and Anthropic's wire formats; by default the model decides",
    },
    rulesOptionSpec,
  ],
  notes: [
    "The URL path selects the wire format: /v1/messages (Anthropic), /v1/chat/completions, /v1/responses, /backend-api/codex/responses (ChatGPT's backend), /v1beta/models/MODEL:generateContent (Gemini), /v1internal:generateContent (Code Assist), /model/MODEL/converse and /invoke (Bedrock), …/publishers/anthropic/models/MODEL:rawPredict (Vertex). The model name selects the cache model. --provider and the header x-forkproof-provider override it, for hosts such as groq, vllm, sglang and llama-cpp that serve others' models. /openai/v1/ is Groq's path.",
    "The header x-forkproof-lane names the sender of a request (parent, fork, fork[2]). x-forkproof-workspace, or an API key that ends in @NAME, selects a separate cache.",
    'With --control a test sends its script as POST /__forkproof/cases/NAME and points its client at http://127.0.0.1:PORT/case/NAME. GET /__forkproof/cases/NAME/exchanges lists what was sent, GET …/judgement is inspect --json of it, and POST …/advance {"by":"6m"} lets the case\'s virtual time pass. Requests of a web page (an Origin header) are refused, and so is every Host but loopback\'s.',
  ],
  examples: ["forkproof serve --script scenarios/forks/command.yaml", "forkproof serve --control"],
  exitCodes:
    "At Ctrl-C, SIGTERM or SIGHUP: 0 every request met its scripted answer; 1 a request had no answer, or an answer was never requested",
  load: async () => (await import("../commands/serve-command.ts")).serveCommand,
};
