import { isJsonObject } from "../../kernel/json.ts";
import type { LinesFormat } from "../foreign-format.ts";
import { bodyOf, headersOf, importedExchange } from "../imported-exchange.ts";

/** claude-trace: a parsed request and its response a line; `body_raw` is a stream's text. Orphans have no response. */
export const claudeTrace: LinesFormat = {
  kind: "lines",
  name: "claude-trace",
  recognises: ({ request, logged_at: loggedAt }) => isJsonObject(request) && loggedAt !== undefined,
  read: function* (lines) {
    for (const { number, fields } of lines) {
      const request = fields.object("request");
      const response = fields.objectOrNull("response");
      const { bytes, fidelity } = bodyOf(request.raw("body"));
      const startedAt = request.numberOrNull("timestamp");
      yield importedExchange({
        id: String(number),
        // Even text was made again from the value that the client's fetch was given.
        fidelity: fidelity === "A" ? "B" : fidelity,
        method: request.textOrNull("method") ?? "POST",
        url: request.text("url"),
        headers: headersOf(request.raw("headers")),
        request: bytes,
        startedAtMs: startedAt === null ? null : startedAt * 1000,
        response: response && {
          status: response.number("status_code"),
          headers: headersOf(response.raw("headers")),
          body: bodyOf(response.raw("body_raw") ?? response.raw("body")).bytes,
        },
      });
    }
  },
};
