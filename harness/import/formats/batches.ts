import { isJsonObject } from "../../kernel/json.ts";
import { Fields } from "../../cassette/lines/fields.ts";
import { rawMember } from "../../cassette/lines/raw-member.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import type { DocumentFormat, LinesFormat } from "../foreign-format.ts";
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

/** The output file of the batch API: responses alone. */
export const openAiBatchOutput: LinesFormat = {
  kind: "lines",
  name: "OpenAI batch, responses",
  recognises: ({ custom_id: id, response, error }) =>
    id !== undefined && (isJsonObject(response) || isJsonObject(error)),
  read: function* (lines, notes) {
    for (const { fields } of lines) {
      const response = fields.objectOrNull("response");
      if (response === null) notes.leftOut("requests that failed without a response");
      else yield answered(fields.text("custom_id"), response.number("status_code"), response.raw("body"));
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
  read: function* (root) {
    for (const [at, request] of root.list("requests").entries()) {
      yield batched(new Fields(request, ["requests", at], root.fault));
    }
  },
};

export const anthropicBatchOutput: LinesFormat = {
  kind: "lines",
  name: "Anthropic batch, responses",
  recognises: ({ custom_id: id, result }) => id !== undefined && isJsonObject(result),
  read: function* (lines, notes) {
    for (const { fields } of lines) {
      const message = fields.object("result").raw("message");
      if (message === null) notes.leftOut("requests that failed without a message");
      else yield answered(fields.text("custom_id"), 200, message);
    }
  },
};

function batched(request: Fields): RecordedExchange {
  const { bytes } = bodyOf(request.raw("params"));
  return importedExchange({ id: request.text("custom_id"), fidelity: "B", url: "/v1/messages", request: bytes });
}

function answered(id: string, status: number, body: unknown): RecordedExchange {
  const headers = [["content-type", "application/json"]] as const;
  return importedExchange({ id, fidelity: "C", response: { status, headers, body: bodyOf(body).bytes } });
}
