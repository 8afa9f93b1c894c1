import type { Answer } from "../../wire/stream/answer.ts";
import { SseDecoder } from "../../wire/stream/sse-decoder.ts";
import { WireFault } from "../../wire/wire-fault.ts";
import type { WireFormat } from "../../wire/wire-format.ts";
import type { LlmEvent } from "../llm-client.ts";
import type { ProviderError } from "../provider-error.ts";
import { refusalOf } from "./refusal.ts";

export type AnswerResult =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly error: ProviderError };

/** Reads the answer in a successful response, streamed or not. */
export async function receiveAnswer(
  format: WireFormat,
  response: Response,
  observe: (event: LlmEvent) => void,
): Promise<AnswerResult> {
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
  try {
    return isStream ? await readStream(format, response, observe) : await readWhole(format, response, observe);
  } catch (fault) {
    if (fault instanceof WireFault) return failed({ kind: "malformed-event", message: fault.message });
    return failed({ kind: "cut-stream", message: `the connection was lost in mid-answer: ${String(fault)}` });
  }
}

async function readWhole(
  format: WireFormat,
  response: Response,
  observe: (event: LlmEvent) => void,
): Promise<AnswerResult> {
  const answer = format.readAnswer(Buffer.from(await response.arrayBuffer()));
  observe({ type: "started", usage: answer.usage });
  if (answer.text !== "") observe({ type: "text", text: answer.text });
  return { kind: "answer", answer };
}

/** Reads beyond the end of the answer: only a fully read response keeps its connection open for the next turn. */
async function readStream(
  format: WireFormat,
  response: Response,
  observe: (event: LlmEvent) => void,
): Promise<AnswerResult> {
  const decoder = new SseDecoder();
  const assembler = format.newAssembler();
  try {
    for await (const chunk of response.body ?? []) {
      for (const data of decoder.push(chunk)) {
        for (const step of assembler.accept(data)) {
          if (step.type === "error") return failed(refusalOf({ ...step, status: null, headers: response.headers }));
          if (step.type !== "nothing") observe(step);
        }
      }
    }
  } catch (fault) {
    // Bytes that are lost after its end do not belong to the answer.
    if (!assembler.isComplete) throw fault;
  }
  if (!assembler.isComplete)
    return failed({ kind: "cut-stream", message: `the stream ended without ${assembler.endMark}` });
  return { kind: "answer", answer: assembler.answer() };
}

function failed(error: ProviderError): AnswerResult {
  return { kind: "failed", error };
}
