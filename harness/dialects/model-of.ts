import type { Layout } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";

const QUOTE = 0x22;

/** The model a request asks for, as its body spells it; null where it names none. */
export function modelOf({ body, parameters }: Layout): string | null {
  const model = parameters.find(({ name }) => name === "model");
  if (model === undefined || body[model.value.start] !== QUOTE) return null;
  return decodeString(body, model.value.start, model.value.end);
}
