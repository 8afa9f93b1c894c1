import { extension, PerMessageDeflate, Receiver } from "ws";

/** Reads the messages out of one direction of a WebSocket's bytes, which pass elsewhere unchanged. */
export type FrameTap = Disposable & {
  /** Resolves once the messages that these bytes complete were handled. */
  readonly read: (bytes: Buffer) => Promise<void>;
};

export type FrameListener = {
  readonly message: (payload: Buffer) => void;
  /** The closing word, behind which nothing comes. */
  readonly close: () => void;
};

/**
 * `from` is the sender: a client masks its frames. `extensions` is the header of that name in the provider's answer, which says
 * whether messages are compressed. Bytes that are not frames end only the reading here: their receiver will report the error.
 */
export function tapFrames(from: "client" | "provider", extensions: string | null, tell: FrameListener): FrameTap {
  const isServer = from === "client";
  const deflate = agreedDeflate(extensions, isServer);
  const agreed = deflate === null ? {} : { [PerMessageDeflate.extensionName]: deflate };
  const receiver = new Receiver({ isServer, skipUTF8Validation: true, extensions: agreed });
  let isBroken = false;
  receiver.on("error", () => (isBroken = true));
  const faults: unknown[] = [];
  receiver.on("message", (payload: Buffer) => {
    // Thrown from here it would end the process instead of the connection.
    try {
      tell.message(payload);
    } catch (fault) {
      faults.push(fault);
    }
  });
  receiver.on("conclude", tell.close);
  return {
    read: async (bytes) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (isBroken || receiver.destroyed) resolve();
      else receiver.write(bytes, () => resolve());
      await promise;
      if (faults.length > 0) throw faults[0];
    },
    [Symbol.dispose]: () => {
      deflate?.cleanup();
      receiver.destroy();
    },
  };
}

function agreedDeflate(header: string | null, isServer: boolean): PerMessageDeflate | null {
  if (header === null) return null;
  try {
    const parameters = extension.parse(header)[PerMessageDeflate.extensionName];
    if (parameters === undefined) return null;
    const deflate = new PerMessageDeflate({ isServer });
    deflate.accept(parameters);
    return deflate;
  } catch {
    // An invalid answer: the client will report it. Compressed frames end the recording of this socket.
    return null;
  }
}
