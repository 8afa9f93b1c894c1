// An older Node has no zstd: a name that does not exist would end it before it can say so.
import * as zlib from "node:zlib";

import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { maxBodyBytes } from "../size-limit.ts";

/** How a body may be compressed (RFC 9110 8.4.1, RFC 8878). */
export type ContentCoding = "gzip" | "deflate" | "br" | "zstd";

/** A body as it crossed the wire. */
export type EncodedBody = { readonly coding: ContentCoding; readonly bytes: Buffer };

/** The suffix of a compressed body's file. */
export const codingSuffixes: Readonly<Record<ContentCoding, string>> = {
  gzip: ".gz",
  deflate: ".zz",
  br: ".br",
  zstd: ".zst",
};

/** The content coding in a body file's name; null if the bytes are not encoded. */
export function codingOfFile(name: string): ContentCoding | null {
  return codings.find((coding) => name.endsWith(codingSuffixes[coding])) ?? null;
}

/**
 * The coding that a `content-encoding` names; null for plain bytes.
 *
 * @throws HarnessError HX226 for any other: bytes that cannot be decoded cannot be searched for credentials
 */
export function codingOfHeader(value: string | null, where: string): ContentCoding | null {
  const name = (value ?? "").trim().toLowerCase();
  if (name === "" || name === "identity") return null;
  const coding = codings.find((each) => each === (name === "x-gzip" ? "gzip" : name));
  if (coding !== undefined) return coding;
  throw undecodable(`the body is encoded as "${name}"; ${codings.join(", ")} can be decoded`, where, null);
}

/**
 * The bytes of a compressed body as their reader has them; of a body that was cut off, those up to the cut.
 *
 * @throws HarnessError HX226 where they are not what the coding says, HX208 where they unfold to more than 64 MiB
 */
export function decodeBody({ coding, bytes }: EncodedBody, where: string): Buffer {
  try {
    return decoders[coding](bytes);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE") {
      const what = `the body unfolds to more than ${maxBodyBytes / 1024 ** 2} MiB, the most that is read`;
      const fix = "record a session whose bodies a provider would send";
      throw new HarnessError({ code: "HX208", what, where, fix, exit: 3, cause });
    }
    throw undecodable(`the body is not ${coding}, which its content-encoding names`, where, cause);
  }
}

const codings: readonly ContentCoding[] = ["gzip", "deflate", "br", "zstd"];

const lenient: zlib.ZlibOptions = { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength: maxBodyBytes };

const decoders: Readonly<Record<ContentCoding, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => zlib.gunzipSync(bytes, lenient),
  // Some servers send the raw stream without zlib's header, and every client takes both.
  deflate: (bytes) =>
    ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflateSync(bytes, lenient) : zlib.inflateRawSync(bytes, lenient),
  br: (bytes) =>
    zlib.brotliDecompressSync(bytes, {
      finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
      maxOutputLength: maxBodyBytes,
    }),
  zstd: (bytes) =>
    zlib.zstdDecompressSync(bytes, { finishFlush: zlib.constants.ZSTD_e_flush, maxOutputLength: maxBodyBytes }),
};

function undecodable(what: string, where: string, cause: unknown): HarnessError {
  const fix = "have the client ask for gzip, or for no compression (accept-encoding: identity)";
  return new HarnessError({ code: "HX226", what, where, fix, exit: 3, cause });
}
