import { isJsonObject } from "../../kernel/json.ts";
import { Fields } from "../../cassette/lines/fields.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import type { Header } from "../../kernel/exchange.ts";
import type { DocumentFormat, ImportNotes } from "../foreign-format.ts";
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

function* readEntries(log: Fields, notes: ImportNotes): Generator<RecordedExchange> {
  const entries = log.list("entries").map((entry, at) => new Fields(entry, [...log.path, "entries", at], log.fault));
  const inOrder = entries
    .map((entry, at) => ({ entry, at: entry.numberOrNull("_order") ?? at, id: String(at + 1) }))
    .sort((a, b) => a.at - b.at);
  for (const { entry, id } of inOrder) {
    const request = entry.object("request");
    const kept = request.objectOrNull("postData")?.raw("text") ?? null;
    if (kept === null) notes.leftOut("entries without a request body");
    else yield readEntry(id, entry, request, kept);
  }
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

function pathText(path: readonly (string | number)[]): string {
  return path.map((part, at) => (typeof part === "number" ? `[${part}]` : `${at === 0 ? "" : "."}${part}`)).join("");
}
