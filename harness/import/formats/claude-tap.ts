import { isJsonObject } from "../../kernel/json.ts";
import type { Fields } from "../../cassette/lines/fields.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { type DocumentFormat, type ImportNotes, type LinesFormat, readEach } from "../foreign-format.ts";
import { bodyOf, headersOf, importedExchange } from "../imported-exchange.ts";

/** claude-tap's trace: a parsed request and its answer a line, written once the answer is whole (claude_tap/proxy.py). */
export const claudeTap: LinesFormat = {
  kind: "lines",
  name: "claude-tap trace",
  recognises: ({ turn, request, response, request_id: requestId, logged_at: loggedAt, upstream_base_url: upstream }) =>
    isJsonObject(request) &&
    isJsonObject(response) &&
    turn !== undefined &&
    loggedAt === undefined &&
    (requestId !== undefined || upstream !== undefined),
  read: function* (lines, notes) {
    for (const { number, fields } of lines) yield* readRecord(String(number), fields, notes);
  },
};

const MARK = "__claude_tap_compact_trace__";
const RECORD = "__claude_tap_compact_record__";
const REFERENCE = "__claude_tap_blob_ref__";

/** What `claude-tap export` writes by default: values that repeat are kept once, by their digest (claude_tap/compact_trace.py). */
export const claudeTapExport: DocumentFormat = {
  kind: "document",
  name: "claude-tap export",
  recognises: (root) => isJsonObject(root[MARK]),
  read: (root, notes) => {
    const blobs = root.jsonOrNull("blobs") ?? {};
    const blobAt = (hash: string): unknown => {
      const blob = blobs[hash];
      if (isJsonObject(blob)) return blob["payload"];
      throw root.fault([...root.path, "blobs"], `blobs lacks ${hash}, which a record names`);
    };
    return readEach(root.list("records").entries(), function* ([at, record]) {
      const path = [...root.path, "records", at];
      const isShortened = isJsonObject(record) && record[RECORD] !== undefined;
      const whole = withBlobs(isShortened ? record["record"] : record, blobAt);
      yield* readRecord(String(at + 1), root.nested(whole, path), notes);
    });
  },
};

/** The same value with each reference replaced. */
function withBlobs(value: unknown, blobAt: (hash: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withBlobs(each, blobAt));
  if (!isJsonObject(value)) return value;
  const reference = value[REFERENCE];
  if (isJsonObject(reference)) return blobAt(String(reference["hash"]));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withBlobs(member, blobAt)]));
}

function* readRecord(id: string, record: Fields, notes: ImportNotes): Generator<RecordedExchange> {
  const request = record.object("request");
  const kept = request.raw("body");
  if (!isJsonObject(kept) || kept["_encoding"] !== undefined) {
    notes.leftOut("requests whose body the tool did not keep");
    return;
  }
  if (record.textOrNull("transport") === "websocket") {
    notes.leftOut("boundaries between the messages of a WebSocket, which the tool joins to one request");
  }
  const response = record.objectOrNull("response");
  const endedAtMs = record.timeOrNull("timestamp");
  const path = request.text("path");
  const method = request.textOrNull("method") ?? "POST";
  yield importedExchange({
    id,
    // The tool keeps the parsed value.
    fidelity: "B",
    method: method === "WEBSOCKET" ? "POST" : method,
    url: URL.parse(path, record.textOrNull("upstream_base_url") ?? undefined)?.href ?? path,
    headers: headersOf(request.raw("headers")),
    request: bodyOf(kept).bytes,
    startedAtMs: endedAtMs === null ? null : endedAtMs - (record.numberOrNull("duration_ms") ?? 0),
    response: response && {
      status: response.number("status"),
      headers: [["content-type", "application/json"]],
      body: bodyOf(response.raw("body") ?? response.raw("ws_events")).bytes,
    },
  });
}
