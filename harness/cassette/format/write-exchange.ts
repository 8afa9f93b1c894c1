import { hash } from "node:crypto";

import type { WriteFile } from "../../io/files/new-folder.ts";
import type { CassetteBody, CassetteEntry } from "./cassette-document.ts";
import { codingSuffixes, type EncodedBody } from "./content-coding.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";
import { maxBodyBytes, tooLarge } from "../size-limit.ts";

/**
 * Writes the body files of one exchange and returns its entry. It does not inspect the content.
 *
 * @throws HarnessError HX208 a body above 64 MiB
 */
export function writeExchange(exchange: RecordedExchange, position: number, write: WriteFile): CassetteEntry {
  const { id, forkOf, method, path, host, headers, startedAtMs, firstByteMs, fidelity } = exchange;
  const { socket, outcome, redacted, encoded, usage, chunks } = exchange;
  refuseTooLarge(exchange.request, id);
  if (exchange.response !== null) refuseTooLarge(exchange.response.body, id);
  const number = String(position).padStart(4, "0");
  const response = exchange.response && {
    status: exchange.response.status,
    contentType: exchange.response.contentType,
    body: writeBody(
      exchange.response.body,
      encoded.response,
      `${number}.response.${extensionOf(exchange.response)}`,
      write,
    ),
    firstByteMs,
    chunks,
    usage,
    usageIsReal: exchange.response.usageIsReal,
  };
  return {
    id,
    forkOf,
    method,
    path,
    host,
    headers,
    startedAt: startedAtMs === null ? null : new Date(startedAtMs).toISOString(),
    fidelity,
    socket,
    outcome,
    redacted,
    request: writeBody(exchange.request, encoded.request, `${number}.request.json`, write),
    response,
  };
}

function extensionOf({ contentType }: { readonly contentType: string | null }): "sse" | "json" {
  return contentType?.includes("event-stream") ? "sse" : "json";
}

/** No file for no bytes: an empty body and a body that was not kept read alike; the grade distinguishes them. */
function writeBody(body: Buffer, encoded: EncodedBody | null, name: string, write: WriteFile): CassetteBody | null {
  const sent = encoded?.bytes ?? body;
  if (sent.length === 0) return null;
  const file = encoded === null ? name : name + codingSuffixes[encoded.coding];
  write(file, sent);
  return { file, sha256: hash("sha256", sent) };
}

function refuseTooLarge(body: Buffer, id: string): void {
  if (body.length <= maxBodyBytes) return;
  throw tooLarge(body.length, `exchange ${id}`);
}
