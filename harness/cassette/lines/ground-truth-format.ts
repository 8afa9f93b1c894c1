import type { Fidelity, Header, RecordedResponse } from "../../kernel/exchange.ts";
import type { DialectName } from "../../kernel/layout.ts";
import { bodyBytes } from "../format/body-bytes.ts";
import type { Fields } from "./fields.ts";
import type { LineFormat } from "./line-format.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";

/**
 * Exchanges with the usage that real providers returned, one a line. Lines without a body keep
 * usage alone: their request is empty and their grade C. A line without a sequence is named by its number.
 */
export const groundTruthFormat: LineFormat = {
  name: "ground-truth",
  marks: ["request_body_raw"],
  bodyMember: "request_body_raw",
  idMembers: ["seq", "idx"],
  sentMember: null,
  idOf: ([seq, idx], lineNumber) => {
    if (seq === undefined && idx === undefined) return `line-${lineNumber}`;
    return typeof seq === "string" && typeof idx === "number" ? `${seq}#${idx}` : null;
  },
  read,
};

/** How the data set spells an API, and which dialect that is. */
const dialects: ReadonlyMap<string | null, DialectName> = new Map([
  ["anthropic-messages", "anthropic-messages"],
  ["bedrock-converse", "bedrock-converse"],
  ["deepseek-chat", "openai-chat"],
  ["gemini", "gemini-generate"],
  ["openai-chat", "openai-chat"],
  ["openai-responses", "openai-responses"],
]);

function read(line: Fields, id: string): RecordedExchange {
  const [, host = null, path = ""] = /^https?:\/\/([^/]*)(.*)$/.exec(line.textOrNull("url") ?? "") ?? [];
  const request = bodyBytes(line, "request_body_raw");
  return {
    id,
    forkOf: null,
    // The data set holds nothing else, and does not say so line by line.
    method: "POST",
    path,
    host,
    headers: headersOf(line, "request_headers"),
    request: request ?? Buffer.alloc(0),
    response: responseOf(line),
    startedAtMs: startOf(line),
    firstByteMs: null,
    fidelity: request === null ? "C" : fidelityOf(line.textOrNull("body_fidelity")),
    dialect: dialects.get(line.textOrNull("api")) ?? null,
    provider: line.textOrNull("provider"),
    usage: line.jsonOrNull("usage"),
    chunks: null,
    socket: null,
    outcome: null,
    redacted: null,
    encoded: { request: null, response: null },
  };
}

/** A body without a recorder that guarantees wire bytes or wire JSON (a body made from a trajectory) is a transcript. */
function fidelityOf(said: string | null): Fidelity {
  if (said === "raw" || said?.startsWith("raw ")) return "A";
  return said === "parsed-sorted-keys" ? "B" : "C";
}

function headersOf(line: Fields, name: string): readonly Header[] {
  return Object.entries(line.jsonOrNull(name) ?? {}).map(([header, value]) => {
    if (typeof value === "string") return [header, value];
    throw line.fault([name, header], `${name}.${header} is not a string`);
  });
}

/** A body that was trimmed in the middle is not the response: it is left empty, and `usage` speaks for it. */
function responseOf(line: Fields): RecordedResponse | null {
  const status = line.numberOrNull("response_status");
  if (status === null) return null;
  const whole = line.flagOrNull("response_body_trimmed") !== true;
  const contentType = headersOf(line, "response_headers").find(([name]) => name.toLowerCase() === "content-type");
  return {
    status,
    contentType: contentType?.[1] ?? null,
    body: (whole ? bodyBytes(line, "response_body") : null) ?? Buffer.alloc(0),
    usageIsReal: true,
  };
}

/** To the second at best: taken from the response's Date header or its created time. */
function startOf(line: Fields): number | null {
  const seconds = line.numberOrNull("t");
  return seconds === null ? line.timeOrNull("recorded_at") : seconds * 1000;
}
