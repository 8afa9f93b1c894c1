import { isJsonObject } from "../../kernel/json.ts";
import { Fields, pathText } from "../../cassette/lines/fields.ts";
import type { ReadExchange, RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { type Header, headerOf } from "../../kernel/exchange.ts";
import { type DocumentFormat, type ImportNotes, readEach } from "../foreign-format.ts";
import { bodyOf, importedExchange } from "../imported-exchange.ts";

/** HTTP Archive 1.2 (w3c.github.io/web-performance/specs/HAR): `postData.text` is the body as it was sent. */
export const har: DocumentFormat = {
  kind: "document",
  name: "HAR",
  recognises: ({ log }) => isJsonObject(log) && Array.isArray(log["entries"]) && log["_recordingName"] === undefined,
  read: (root, notes) => readEntries(root.object("log"), notes),
};

/** PollyJS keeps HAR entries with a name for the recording, and an order that is not that of the list. */
export const polly: DocumentFormat = {
  kind: "document",
  name: "PollyJS",
  recognises: ({ log }) =>
    isJsonObject(log) && Array.isArray(log["entries"]) && typeof log["_recordingName"] === "string",
  read: (root, notes) => readEntries(root.object("log"), notes),
};

function readEntries(log: Fields, notes: ImportNotes): Iterable<ReadExchange> {
  const inOrder = log
    .list("entries")
    .map((value, at) => ({ value, at, order: isJsonObject(value) ? Number(value["_order"] ?? at) : at }))
    .sort((a, b) => a.order - b.order);
  return readEach(inOrder, function* ({ value, at }) {
    const entry = log.nested(value, ["entries", at]);
    const request = entry.object("request");
    const kept = request.objectOrNull("postData")?.raw("text") ?? null;
    if (kept === null && mayHaveBody(request))
      throw request.fault(request.path, `${pathText(request.path)} lacks the body that its method sends`);
    if (kept === null) notes.leftOut("entries without a request body");
    else yield readEntry(String(at + 1), entry, request, kept);
  });
}

/** Browsers leave out bodies that they streamed, and some then say that their size is 0: only the header that was sent counts. */
function mayHaveBody(request: Fields): boolean {
  return (
    /^(?:POST|PUT|PATCH)$/.test(request.text("method")) && headerOf(namedHeaders(request), "content-length") !== "0"
  );
}

function readEntry(id: string, entry: Fields, request: Fields, kept: unknown): RecordedExchange {
  const { bytes, fidelity } = bodyOf(kept);
  const response = entry.objectOrNull("response");
  const waitMs = entry.objectOrNull("timings")?.numberOrNull("wait") ?? -1;
  return importedExchange({
    id,
    fidelity,
    method: request.text("method"),
    url: request.text("url"),
    headers: namedHeaders(request),
    request: bytes,
    startedAtMs: entry.timeOrNull("startedDateTime"),
    // -1 stands for a time that does not apply.
    firstByteMs: waitMs < 0 ? null : waitMs,
    response: response && {
      status: response.number("status"),
      headers: namedHeaders(response),
      body: contentOf(response),
    },
  });
}

function namedHeaders(fields: Fields): readonly Header[] {
  return (fields.listOrNull("headers") ?? []).map((header, at) => {
    const each = new Fields(header, [...fields.path, "headers", at], fields.fault);
    return [each.text("name"), each.text("value")];
  });
}

function contentOf(response: Fields): Buffer {
  const content = response.objectOrNull("content");
  const text = content?.textOrNull("text") ?? "";
  if (content?.textOrNull("encoding") !== "base64") return Buffer.from(text, "utf8");
  const digits = text.replaceAll(/[\r\n]/g, "");
  // Node's decoder takes anything, and what it makes of it never crossed the wire.
  if (digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return Buffer.from(digits, "base64");
  const path = [...content.path, "text"];
  throw content.fault(path, `${pathText(path)} says that it is base64, and is not`);
}
