import {
  type ContentCoding,
  decodeBody,
  type DecodedBody,
  type EncodedBody,
} from "../cassette/format/content-coding.ts";
import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
import { type Fidelity, type Header, headerOf } from "../kernel/exchange.ts";
import { isLoopback } from "../kernel/is-loopback.ts";

/** The facts that a foreign format may know of an exchange; missing ones are left out. */
export type ImportedExchange = Pick<RecordedExchange, "id" | "fidelity"> &
  Partial<Omit<RecordedExchange, "response">> & {
    readonly url?: string;
    readonly response?: ImportedResponse | null;
  };

export type ImportedResponse = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
};

/** An exchange in which everything that `known` leaves open is null or empty. */
export function importedExchange({ url, response = null, ...known }: ImportedExchange): RecordedExchange {
  const target = url === undefined ? null : URL.parse(url);
  const body = response === null ? null : unfold(response, `exchange ${known.id}, response body`);
  return {
    forkOf: null,
    method: "POST",
    path: target === null ? (url ?? "") : target.pathname + target.search,
    host: target?.host ?? null,
    headers: [],
    request: Buffer.alloc(0),
    startedAtMs: null,
    firstByteMs: null,
    dialect: null,
    provider: null,
    usage: null,
    chunks: null,
    socket: null,
    outcome: body?.endsEarly === true ? "cut" : null,
    redacted: null,
    ...known,
    response: response && {
      status: response.status,
      contentType: headerOf(response.headers, "content-type"),
      body: body?.body ?? Buffer.alloc(0),
      // A server on this machine may have invented its counters; people set `usageIsReal` in cassette.yaml to count them.
      usageIsReal: target === null || !isLoopback(target.hostname),
    },
    encoded: { request: null, response: body?.encoded ?? null },
  };
}

/** A body as a format keeps it: text is what crossed the wire, a value was parsed and has lost its bytes. */
export function bodyOf(kept: unknown): { readonly bytes: Buffer; readonly fidelity: Fidelity } {
  if (typeof kept === "string") return { bytes: Buffer.from(kept, "utf8"), fidelity: "A" };
  if (kept instanceof Uint8Array) return { bytes: Buffer.from(kept), fidelity: "A" };
  if (kept === null || kept === undefined) return { bytes: Buffer.alloc(0), fidelity: "C" };
  return { bytes: Buffer.from(JSON.stringify(kept)), fidelity: "B" };
}

/** Headers as an object of values or of lists of values. */
export function headersOf(kept: unknown): readonly Header[] {
  if (typeof kept !== "object" || kept === null) return [];
  return Object.entries(kept).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): Header => [name, String(each)]),
  );
}

/** Recorders name the coding and may have undone it: magic numbers show whether these bytes still have it. */
function unfold(
  { headers, body }: ImportedResponse,
  where: string,
): DecodedBody & { readonly encoded: EncodedBody | null } {
  const named = headerOf(headers, "content-encoding");
  const coding = magicNumbers.find(([coding, magic]) => coding === named && body.indexOf(magic) === 0)?.[0];
  if (coding === undefined) return { body, encoded: null, endsEarly: false };
  return { ...decodeBody({ coding, bytes: body }, where), encoded: { coding, bytes: body } };
}

const magicNumbers: readonly (readonly [ContentCoding, Buffer])[] = [
  ["gzip", Buffer.from([0x1f, 0x8b])],
  ["zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
];
