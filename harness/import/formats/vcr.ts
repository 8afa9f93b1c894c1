import { isJsonObject } from "../../kernel/json.ts";
import type { Fields } from "../../cassette/lines/fields.ts";
import type { ReadExchange, RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { type DocumentFormat, type ImportNotes, readEach } from "../foreign-format.ts";
import { readSocket } from "./recorded-socket.ts";
import { bodyOf, headersOf, importedExchange } from "../imported-exchange.ts";

/** vcrpy: `uri`, a status with its message. A serialiser of one's own may keep `parsed_body`, which has lost its bytes. */
export const vcrpy: DocumentFormat = {
  kind: "document",
  name: "vcrpy",
  recognises: (root) => firstRequest(root)?.["uri"] !== undefined,
  read: readInteractions,
};

/** go-vcr: `url`, and a code next to the body. */
export const goVcr: DocumentFormat = {
  kind: "document",
  name: "go-vcr",
  recognises: (root) =>
    firstRequest(root)?.["url"] !== undefined && firstInteraction(root)?.["transport"] === undefined,
  read: readInteractions,
};

/** The HTTP recorder of opencode: interactions of HTTP and of WebSockets. Its own redaction may have changed JSON members. */
export const httpRecorder: DocumentFormat = {
  kind: "document",
  name: "opencode http-recorder",
  recognises: (root) => firstInteraction(root)?.["transport"] !== undefined,
  read: readInteractions,
};

function firstInteraction({ interactions }: { readonly [name: string]: unknown }): Record<string, unknown> | null {
  const [first]: readonly unknown[] = Array.isArray(interactions) ? interactions : [];
  return isJsonObject(first) ? { ...first } : null;
}

function firstRequest(root: { readonly [name: string]: unknown }): Record<string, unknown> | null {
  const request = firstInteraction(root)?.["request"];
  return isJsonObject(request) ? { ...request } : null;
}

function readInteractions(root: Fields, notes: ImportNotes): Iterable<ReadExchange> {
  return readEach(root.list("interactions").entries(), function* ([at, value]) {
    const interaction = root.nested(value, ["interactions", at]);
    if (interaction.textOrNull("transport") === "websocket") {
      yield* readSocket(String(at + 1), interaction, notes);
      return;
    }
    const request = interaction.objectOrNull("request");
    const kept = request?.raw("body") ?? request?.raw("parsed_body") ?? null;
    if (request === null || (interaction.textOrNull("transport") ?? "http") !== "http") {
      notes.leftOut("interactions that are not HTTP");
    } else if (kept === null || kept === "") {
      notes.leftOut("interactions without a request body");
    } else {
      yield readInteraction(String(at + 1), interaction, request, kept);
    }
  });
}

function readInteraction(id: string, interaction: Fields, request: Fields, kept: unknown): RecordedExchange {
  const { bytes, fidelity } = bodyOf(kept);
  const response = interaction.objectOrNull("response");
  return importedExchange({
    id,
    fidelity,
    method: request.textOrNull("method") ?? "POST",
    url: request.textOrNull("uri") ?? request.text("url"),
    headers: headersOf(request.raw("headers")),
    request: bytes,
    response: response && {
      status: statusOf(response),
      headers: headersOf(response.raw("headers")),
      body: answerOf(response),
    },
  });
}

function statusOf(response: Fields): number {
  const code =
    response.raw("code") ?? (isJsonObject(response.raw("status")) ? response.object("status").raw("code") : null);
  return typeof code === "number" ? code : response.number("status");
}

function answerOf(response: Fields): Buffer {
  const body = response.raw("body") ?? response.raw("parsed_body");
  if (response.raw("bodyEncoding") === "base64") return Buffer.from(response.text("body"), "base64");
  return bodyOf(isJsonObject(body) && "string" in body ? body["string"] : body).bytes;
}
