import type { DialectName, Layout } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";

const QUOTE = 0x22;

/** The model a request asks for: as its body spells it, or on wires that have it there its path. Null where neither names one. */
export function modelOf({ dialect, body, parameters }: Layout, path: string | null = null): string | null {
  const model = parameters.find(({ name }) => name === "model");
  if (model !== undefined && body[model.value.start] === QUOTE) {
    return decodeString(body, model.value.start, model.value.end);
  }
  const inPath = IN_PATH[dialect]?.exec(path ?? "")?.[1];
  return inPath === undefined ? null : inPath.replaceAll(/%([2-7][0-9A-Fa-f])/g, (_, code) => charOf(code));
}

const IN_PATH: Readonly<Partial<Record<DialectName, RegExp>>> = {
  "gemini-generate": /\/models\/([^/:?]+):/,
  "bedrock-converse": /\/model\/([^/?]+)\/converse/,
};

/** Of ids only punctuation is escaped (`%3A`, `%2F`); what is no escape stays as it is. */
function charOf(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}
