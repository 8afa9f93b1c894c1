import type { Fidelity, Outcome } from "../../kernel/exchange.ts";
import type { CassetteBody, CassetteEntry, CassetteResponse } from "./cassette-document.ts";
import type { Fields } from "../lines/fields.ts";
import { readHeaders } from "./read-headers.ts";
import type { Chunk, Socket } from "../recorded-exchange.ts";

/** Reads one element of a cassette's `exchanges`; throws what its fields throw. */
export function parseEntry(entry: Fields): CassetteEntry {
  entry.refuseOthers(entryKeys);
  const response = entry.objectOrNull("response");
  return {
    id: entry.text("id"),
    forkOf: entry.textOrNull("forkOf"),
    method: entry.text("method"),
    path: entry.text("path"),
    host: entry.textOrNull("host"),
    headers: readHeaders(entry, "headers"),
    startedAt: parseTime(entry),
    fidelity: entry.word<Fidelity>("fidelity", ["A", "B", "C"]),
    socket: parseSocket(entry.objectOrNull("socket")),
    outcome: entry.wordOrNull<Outcome>("outcome", ["complete", "cut", "aborted", "unreachable", "unreadable"]),
    redacted: entry.listOrNull("redacted")?.map((each, at) => parseRedaction(each, at, entry)) ?? null,
    request: parseBody(entry.objectOrNull("request")),
    response: response && parseResponse(response),
  };
}

const entryKeys = [
  "id",
  "forkOf",
  "method",
  "path",
  "host",
  "headers",
  "startedAt",
  "fidelity",
  "socket",
  "outcome",
  "redacted",
  "request",
  "response",
] as const;

function parseRedaction(value: unknown, at: number, entry: Fields): string {
  if (typeof value === "string") return value;
  throw entry.fault([...entry.path, "redacted", at], `redacted[${at}] is not a string`);
}

function parseTime(entry: Fields): string | null {
  const text = entry.textOrNull("startedAt");
  if (text === null || isoTime.test(text)) return text;
  throw entry.fault([...entry.path, "startedAt"], "startedAt is not a time such as 2026-01-31T23:59:59.999Z");
}

const isoTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

function parseSocket(socket: Fields | null): Socket | null {
  if (socket === null) return null;
  socket.refuseOthers(["connection", "responseId"]);
  return { connection: socket.text("connection"), responseId: socket.textOrNull("responseId") };
}

function parseResponse(response: Fields): CassetteResponse {
  response.refuseOthers(["status", "contentType", "body", "firstByteMs", "chunks", "usage", "usageIsReal"]);
  return {
    status: response.number("status"),
    contentType: response.textOrNull("contentType"),
    body: parseBody(response.objectOrNull("body")),
    firstByteMs: response.numberOrNull("firstByteMs"),
    chunks: response.listOrNull("chunks")?.map((chunk, at) => parseChunk(chunk, at, response)) ?? null,
    usage: response.jsonOrNull("usage"),
    usageIsReal: response.flag("usageIsReal"),
  };
}

/** A body is always in the folder of `cassette.yaml`, so its name must not be a path. */
function parseBody(body: Fields | null): CassetteBody | null {
  if (body === null) return null;
  body.refuseOthers(["file", "sha256"]);
  const file = body.text("file");
  const sha256 = body.text("sha256");
  if (!/^\d{4,}\.(?:request|response)\.(?:json|sse)(?:\.(?:gz|zz|br|zst))?$/.test(file)) {
    throw body.fault([...body.path, "file"], `"${file}" is not the name of a body file, such as 0001.request.json`);
  }
  if (!/^[0-9a-f]{64}$/.test(sha256)) {
    throw body.fault([...body.path, "sha256"], "sha256 is not 64 hexadecimal digits");
  }
  return { file, sha256 };
}

function parseChunk(chunk: unknown, at: number, response: Fields): Chunk {
  if (Array.isArray(chunk) && chunk.length === 2) {
    const [afterMs, bytes]: readonly unknown[] = chunk;
    if (typeof afterMs === "number" && typeof bytes === "number") return [afterMs, bytes];
  }
  const what = `chunks[${at}] is not a list of milliseconds and bytes`;
  throw response.fault([...response.path, "chunks", at], what);
}
