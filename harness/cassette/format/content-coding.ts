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

/** A compressed body as its reader has it. */
export type DecodedBody = {
  readonly body: Buffer;
  /** Whether the coding's own end is missing: the body was cut off, and `body` is what came before. */
  readonly endsEarly: boolean;
};

/** @throws HarnessError HX226 where the bytes are not what the coding says, HX208 where they unfold to more than 64 MiB */
export function decodeBody({ coding, bytes }: EncodedBody, where: string): DecodedBody {
  try {
    return decodeWholeOrCut(decoders[coding], bytes);
  } catch (cause) {
    if (codeOf(cause) === "ERR_BUFFER_TOO_LARGE") {
      const what = `the body unfolds to more than ${maxBodyBytes / 1024 ** 2} MiB, the most that is read`;
      const fix = "record a session whose bodies a provider would send";
      throw new HarnessError({ code: "HX208", what, where, fix, exit: 3, cause });
    }
    throw undecodable(`the body is not ${coding}, which its content-encoding names`, where, cause);
  }
}

function decodeWholeOrCut(decode: Decoder, bytes: Buffer): DecodedBody {
  try {
    return { body: decode(bytes, "whole"), endsEarly: false };
  } catch (cause) {
    if (codeOf(cause) !== "Z_BUF_ERROR") throw cause;
    return { body: decode(bytes, "cut"), endsEarly: true };
  }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : null;
}

const codings: readonly ContentCoding[] = ["gzip", "deflate", "br", "zstd"];

type Decoder = (bytes: Buffer, as: "whole" | "cut") => Buffer;

/** A body that was cut gives what it holds; a whole one must have its end. */
function until<Flush>(as: "whole" | "cut", finishFlush: Flush): { finishFlush?: Flush; maxOutputLength: number } {
  return { ...(as === "cut" && { finishFlush }), maxOutputLength: maxBodyBytes };
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;

const decoders: Readonly<Record<ContentCoding, Decoder>> = {
  gzip: (bytes, as) => zlib.gunzipSync(bytes, until(as, Z_SYNC_FLUSH)),
  deflate: (bytes, as) => {
    // Some servers send the raw stream without zlib's header, and every client takes both.
    const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8;
    return (hasHeader ? zlib.inflateSync : zlib.inflateRawSync)(bytes, until(as, Z_SYNC_FLUSH));
  },
  br: (bytes, as) => zlib.brotliDecompressSync(bytes, until(as, BROTLI_OPERATION_FLUSH)),
  zstd: (bytes, as) => zlib.zstdDecompressSync(bytes, until(as, ZSTD_e_flush)),
};

function undecodable(what: string, where: string, cause: unknown): HarnessError {
  const fix = "have the client ask for gzip, or for no compression (accept-encoding: identity)";
  return new HarnessError({ code: "HX226", what, where, fix, exit: 3, cause });
}
