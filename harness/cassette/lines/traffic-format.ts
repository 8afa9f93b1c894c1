import { type RecordedResponse, headerOf } from "../../kernel/exchange.ts";
import type { DialectName } from "../../kernel/layout.ts";
import { bodyBytes, verifyBody } from "../format/body-bytes.ts";
import type { Fields } from "./fields.ts";
import type { LineFormat } from "./line-format.ts";
import { rawMember } from "./raw-member.ts";
import { readHeaders } from "../format/read-headers.ts";
import type { RecordedExchange, Socket } from "../recorded-exchange.ts";

/** Raw traffic of a client, one exchange a line. A WebSocket message is read as the delta it is. */
export const trafficFormat: LineFormat = {
  name: "traffic",
  marks: ["seq", "method", "path", "headers", "body"],
  bodyMember: "body",
  idMembers: ["seq"],
  sentMember: "ts",
  idOf: ([seq]) => (typeof seq === "number" || typeof seq === "string" ? String(seq) : null),
  read,
};

/** How the recorder spells a wire, and which dialect that is. */
const dialects: ReadonlyMap<string | null, DialectName> = new Map([
  ["anthropic", "anthropic-messages"],
  ["chat", "openai-chat"],
  ["responses", "openai-responses"],
  ["gemini", "gemini-generate"],
]);

function read(line: Fields, id: string, raw: Buffer): RecordedExchange {
  const headers = readHeaders(line, "headers");
  const host = headerOf(headers, "host");
  const response = line.objectOrNull("response");
  return {
    id,
    forkOf: null,
    method: line.text("method"),
    path: line.text("path"),
    host,
    headers,
    request: requestOf(line),
    response: response === null ? null : responseOf(line, response, { raw, host }),
    startedAtMs: line.timeOrNull("ts"),
    firstByteMs: null,
    fidelity: "A",
    dialect: dialects.get(response?.textOrNull("wire") ?? null) ?? null,
    provider: null,
    usage: null,
    chunks: null,
    socket: socketOf(line, response),
    outcome: null,
    redacted: null,
    encoded: { request: null, response: null },
  };
}

function requestOf(line: Fields): Buffer {
  const body = bodyBytes(line, "body");
  if (body === null) throw line.fault(["body"], "body is missing; a string is expected");
  const recorded = line.textOrNull("bodySha256");
  if (recorded !== null) verifyBody(line, body, recorded);
  return body;
}

/**
 * Frames of a WebSocket answer are kept as the raw JSON array of the line. A server on loopback, or an unnamed one, may have
 * invented its counters: they count if the line says so (`"usageScripted": false`). Counters of any other host count unless the
 * line denies it.
 */
function responseOf(
  line: Fields,
  response: Fields,
  { raw, host }: { readonly raw: Buffer; readonly host: string | null },
): RecordedResponse {
  const frames = response.has("frames") ? rawMember(raw, ["response", "frames"]) : null;
  return {
    status: response.number("status"),
    contentType: response.textOrNull("contentType"),
    body: frames ?? bodyBytes(response, "body") ?? Buffer.alloc(0),
    usageIsReal:
      line.flagOrNull("usageScripted") === null ? isElsewhere(host) : line.flagOrNull("usageScripted") === false,
  };
}

function isElsewhere(host: string | null): boolean {
  return host !== null && !/^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])(?::\d+)?$/i.test(host);
}

function socketOf(line: Fields, response: Fields | null): Socket | null {
  const connection = line.textOrNull("conn");
  return connection === null ? null : { connection, responseId: response?.textOrNull("respId") ?? null };
}
