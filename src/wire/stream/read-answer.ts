import type { Answer } from "./answer.ts";
import { skipSpace } from "../skip-value.ts";
import { SseDecoder } from "./sse-decoder.ts";
import { WireFault } from "../wire-fault.ts";
import type { WireFormat } from "../wire-format.ts";

/**
 * The answer in a whole response body, JSON or server-sent events: the first byte distinguishes them. Throws WireFault if it
 * is an error, is cut, or is not an answer.
 */
export function readAnswer(format: WireFormat, body: Buffer): Answer {
  return body[skipSpace(body, 0)] === 0x7b ? format.readAnswer(body) : readStreamedAnswer(format, body);
}

function readStreamedAnswer(format: WireFormat, body: Buffer): Answer {
  const assembler = format.newAssembler();
  for (const data of new SseDecoder().push(body)) {
    for (const step of assembler.accept(data)) {
      if (step.type === "error") throw new WireFault(`the answer is an error: ${step.message}`);
    }
  }
  if (!assembler.isComplete) throw new WireFault(`the answer was cut: its stream has no ${assembler.endMark}`);
  return assembler.answer();
}
