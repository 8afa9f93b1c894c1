import type { ObjectStore } from "@nats-io/obj";
import { headers as newHeaders, type MsgHdrs } from "@nats-io/transport-node";
import { sha256 } from "../fork-request.ts";
import { RemoteError } from "../remote-error.ts";

/** Carries messages of any size: those above the server's limit go through the object store. */
export type Packer = {
  /** Stores bytes by their digest, in parts that the server takes. */
  readonly store: (digest: string, bytes: Buffer) => Promise<void>;
  readonly out: (bytes: Buffer) => Promise<{ readonly data: Uint8Array; readonly headers: MsgHdrs | undefined }>;
  readonly in: (message: { readonly data: Uint8Array; readonly headers?: MsgHdrs | undefined }) => Promise<Buffer>;
};

export function packer(objects: ObjectStore, maxPayload: number): Packer {
  // Headers count too.
  const most = maxPayload - 4096;
  const store: Packer["store"] = async (digest, bytes) => {
    await objects.putBlob({ name: digest, options: { max_chunk_size: Math.min(chunkSize, most) } }, bytes);
  };
  return {
    store,
    out: async (bytes) => {
      if (bytes.byteLength <= most) return { data: bytes, headers: undefined };
      const digest = sha256(bytes);
      await store(digest, bytes);
      const headers = newHeaders();
      headers.set(objectHeader, digest);
      return { data: new Uint8Array(), headers };
    },
    in: async ({ data, headers }) => {
      const digest = headers?.get(objectHeader) ?? "";
      if (digest === "") return Buffer.from(data);
      const bytes = await objects.getBlob(digest);
      if (bytes !== null) return Buffer.from(bytes);
      throw new RemoteError(
        `the object ${digest} of a large message is missing`,
        "Objects are kept for a day: run the fork again",
      );
    },
  };
}

/** What the client takes by default. */
const chunkSize = 128 * 1024;

const objectHeader = "Forkproof-Object";
