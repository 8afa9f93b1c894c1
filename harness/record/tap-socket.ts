import type { Outcome } from "../kernel/exchange.ts";
import { tapFrames } from "./frame-tap.ts";
import type { ExchangeRecorder } from "./recorder.ts";
import { createSocketLog, type Handshake } from "./socket-log.ts";

/** Reads the messages of both directions of a WebSocket, whose bytes pass elsewhere. */
export type SocketTaps = {
  /** Bytes of the client, which may be overwritten once this returns. Resolves once their messages were handled. */
  readonly asked: (bytes: Buffer) => Promise<void>;
  readonly answered: (bytes: Buffer) => Promise<void>;
  /** The connection is over; `ended` says by whom, where no closing word did. */
  readonly closed: (ended: Outcome) => Promise<void>;
};

/** `extensions` is the header of that name in the provider's consent. */
export function tapSocket(recorder: ExchangeRecorder, handshake: Handshake, extensions: string | null): SocketTaps {
  const messages = createSocketLog(recorder, handshake);
  // The side that closes first has left; the other side's close frame is an echo.
  let leaver: Outcome | null = null;
  const left = (outcome: Outcome) => () => void (leaver ??= outcome);
  const asked = tapFrames("client", extensions, { message: messages.asked, close: left("aborted") });
  const answered = tapFrames("provider", extensions, { message: messages.answered, close: left("cut") });
  let reading = Promise.resolve();
  const inOrder = (read: (bytes: Buffer) => Promise<void>) => (bytes: Buffer) => {
    const kept = Buffer.from(bytes);
    return (reading = reading.then(() => read(kept)));
  };
  return {
    asked: inOrder(asked.read),
    answered: inOrder(answered.read),
    closed: async (ended) => {
      await reading.catch(() => {});
      messages.closed(leaver ?? ended);
      asked[Symbol.dispose]();
      answered[Symbol.dispose]();
    },
  };
}
