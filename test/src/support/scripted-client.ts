import type { LlmClient, LlmOutcome, LlmRequest } from "../../../src/providers/llm-client.ts";
import type { ProviderError } from "../../../src/providers/provider-error.ts";
import { anthropicMessages } from "../../../src/wire/formats/anthropic-messages/anthropic-messages.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { readAnswer } from "../../../src/wire/stream/read-answer.ts";
import { wholeAnswer, type ScriptedAnswer } from "./answers.ts";

export type ScriptedStep = LlmOutcome | ((request: LlmRequest) => Promise<LlmOutcome>);

/** The client port without a connection: gives its outcomes in order and keeps what it was asked to send. */
export class ScriptedClient implements LlmClient {
  readonly requests: LlmRequest[] = [];
  readonly wire: WireName;
  readonly #steps: ScriptedStep[];

  constructor(steps: readonly ScriptedStep[], wire: WireName = "anthropic-messages") {
    this.wire = wire;
    this.#steps = [...steps];
  }

  async send(request: LlmRequest): Promise<LlmOutcome> {
    this.requests.push(request);
    const step = this.#steps.shift();
    if (step === undefined) throw new Error("the script has run out");
    return typeof step === "function" ? step(request) : step;
  }

  get bodies(): readonly string[] {
    return this.requests.map(({ body }) => body.toBuffer().toString());
  }
}

export function says(answer: ScriptedAnswer): LlmOutcome {
  return { kind: "answer", answer: readAnswer(anthropicMessages, Buffer.from(wholeAnswer(answer))), attempts: 1 };
}

export function fails(error: ProviderError, attempts = 1): LlmOutcome {
  return { kind: "failed", error, attempts };
}
