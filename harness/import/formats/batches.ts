import type { DialectName } from "../../kernel/layout.ts";
import { isJsonObject } from "../../kernel/json.ts";
import type { Fields } from "../../cassette/lines/fields.ts";
import { rawMember } from "../../cassette/lines/raw-member.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { type DocumentFormat, type LinesFormat, readEach } from "../foreign-format.ts";
import { bodyOf, importedExchange } from "../imported-exchange.ts";

/** The upload to OpenAI's batch API: each body's text is sliced out of its line, so its bytes are those that were sent. */
export const openAiBatchInput: LinesFormat = {
  kind: "lines",
  name: "OpenAI batch, requests",
  recognises: ({ custom_id: id, url, body }) => id !== undefined && typeof url === "string" && isJsonObject(body),
  read: function* (lines) {
    for (const { raw, fields } of lines) {
      const request = rawMember(raw, ["body"]) ?? Buffer.alloc(0);
      const method = fields.textOrNull("method") ?? "POST";
      yield importedExchange({ id: fields.text("custom_id"), fidelity: "A", method, url: fields.text("url"), request });
    }
  },
};

/** The output file of the batch API: responses alone, which `joinBatches` gives to requests with the same ids. */
export const openAiBatchOutput: LinesFormat = {
  kind: "lines",
  name: "OpenAI batch, responses",
  recognises: ({ custom_id: id, response, error }) =>
    id !== undefined && (isJsonObject(response) || isJsonObject(error)),
  read: function* (lines, notes) {
    for (const { fields } of lines) {
      const response = fields.objectOrNull("response");
      if (response === null) notes.failedWithout("a response");
      else {
        const body = response.raw("body");
        const { object } = isJsonObject(body) ? body : {};
        const dialect = typeof object === "string" ? (OPENAI[object] ?? null) : null;
        yield answered(fields.text("custom_id"), dialect, response.number("status_code"), body);
      }
    }
  },
};

/** Anthropic's, a request a line or all in one document. The SDK writes them again before they are sent. */
export const anthropicBatchInput: LinesFormat = {
  kind: "lines",
  name: "Anthropic batch, requests",
  recognises: ({ custom_id: id, params }) => id !== undefined && isJsonObject(params),
  read: function* (lines) {
    for (const { fields } of lines) yield batched(fields);
  },
};

export const anthropicBatchDocument: DocumentFormat = {
  kind: "document",
  name: "Anthropic batch, requests",
  recognises: ({ requests }) =>
    Array.isArray(requests) && isJsonObject(requests[0]) && isJsonObject(requests[0]["params"]),
  read: (root) =>
    readEach(root.list("requests").entries(), ([at, request]) => [batched(root.nested(request, ["requests", at]))]),
};

export const anthropicBatchOutput: LinesFormat = {
  kind: "lines",
  name: "Anthropic batch, responses",
  recognises: ({ custom_id: id, result }) => id !== undefined && isJsonObject(result),
  read: function* (lines, notes) {
    for (const { fields } of lines) {
      const message = fields.object("result").raw("message");
      if (message === null) notes.failedWithout("a message");
      else yield answered(fields.text("custom_id"), "anthropic-messages", 200, message);
    }
  },
};

function batched(request: Fields): RecordedExchange {
  const { bytes } = bodyOf(request.raw("params"));
  return importedExchange({ id: request.text("custom_id"), fidelity: "B", url: "/v1/messages", request: bytes });
}

function answered(id: string, dialect: DialectName | null, status: number, body: unknown): RecordedExchange {
  const headers = [["content-type", "application/json"]] as const;
  const { model, usage } = isJsonObject(body) ? body : {};
  return importedExchange({
    id,
    fidelity: "C",
    dialect,
    usage: isJsonObject(usage) ? usage : null,
    counted: { model: typeof model === "string" ? model : null, session: null, isUnordered: true },
    response: { status, headers, body: bodyOf(body).bytes },
  });
}

/** The wire format by the `object` of a response's body. */
const OPENAI: Readonly<Record<string, DialectName>> = {
  "chat.completion": "openai-chat",
  response: "openai-responses",
};

/** The formats that keep the two halves of one exchange, by the name of that with the requests. */
export const batchResponsesOf: ReadonlyMap<string, string> = new Map([
  [openAiBatchInput.name, openAiBatchOutput.name],
  [anthropicBatchInput.name, anthropicBatchOutput.name],
]);
