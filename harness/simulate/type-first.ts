import { isJsonObject } from "../kernel/json.ts";
import type { RecordedExchange } from "../cassette/recorded-exchange.ts";

/**
 * The body of an exchange with the type of each text block in front, where clients write it and where a string that is taken for a
 * block has it. Only of a body that was recorded parsed (grade B): the order of its members is the recorder's, and no evidence.
 */
export function typeFirst({ request, fidelity }: Pick<RecordedExchange, "request" | "fidelity">): Buffer {
  if (fidelity !== "B" || request.length === 0) return request;
  try {
    return Buffer.from(JSON.stringify(JSON.parse(request.toString("utf8"), ordered)));
  } catch {
    // A body that cannot be parsed, or nests too deep, is laid out unchanged, and the layout reports its fault.
    return request;
  }
}

function ordered(_name: string, value: unknown): unknown {
  if (!isJsonObject(value) || value["type"] !== "text" || typeof value["text"] !== "string") return value;
  const { type, ...rest } = value;
  return { type, ...rest };
}
