import type { Layout } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";

const QUOTE = 0x22;

/** The model a request asks for: as its body spells it, or its path (Gemini, Bedrock, Vertex). Null where neither names one. */
export function modelOf({ body, parameters }: Layout, path: string | null = null): string | null {
  const model = parameters.find(({ name }) => name === "model");
  if (model !== undefined) {
    return body[model.value.start] === QUOTE ? decodeString(body, model.value.start, model.value.end) : null;
  }
  const inPath = IN_PATH.exec(path ?? "")?.[1];
  return inPath === undefined ? null : inPath.replaceAll(/%([2-7][0-9A-Fa-f])/g, (_, code) => charOf(code));
}

/** Behind a colon stands a version in digits, or the method that is called. */
const IN_PATH = /\/models?\/([^/:?]+(?::\d+)?)/;

/** Only punctuation of ids is escaped (`%3A`, `%2F`); an invalid escape stays unchanged. */
function charOf(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}
