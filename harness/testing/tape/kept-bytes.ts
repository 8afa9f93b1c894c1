import { types } from "node:util";

import {
  codingOfHeader,
  decodeBody,
  type DecodedBody,
  type EncodedBody,
} from "../../cassette/format/content-coding.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";

/** A copy of bytes of any class and realm; null for any other value. The globals of a test environment such as jsdom are not Node's. */
export function keptBytes(value: unknown): Buffer | null {
  if (ArrayBuffer.isView(value)) return Buffer.from(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  return types.isAnyArrayBuffer(value) ? Buffer.from(Buffer.from(value)) : null;
}

/** A body as its reader reads it, and as it was sent if that is encoded; null if it cannot be decoded, which says nothing of others. */
export function decodedBody(bytes: Buffer, name: string | null): ReadBody | null {
  try {
    const coding = bytes.length === 0 ? null : codingOfHeader(name, "the tape");
    if (coding === null) return { body: bytes, encoded: null, endsEarly: false };
    return { ...decodeBody({ coding, bytes }, "the tape"), encoded: { coding, bytes } };
  } catch (error) {
    if (error instanceof HarnessError) return null;
    throw error;
  }
}

type ReadBody = DecodedBody & { readonly encoded: EncodedBody | null };
