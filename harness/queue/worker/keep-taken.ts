import type { JsMsg } from "@nats-io/jetstream";
import { startTimer } from "../../io/clock.ts";

/** Says to the server until it is disposed of that the job is still worked on: otherwise another worker gets it. */
export function keepTaken(message: JsMsg, ackWaitMs: number): Disposable {
  let cancel = (): void => {};
  const next = (): void => {
    cancel = startTimer(ackWaitMs / 3, () => {
      message.working();
      next();
    });
  };
  next();
  return { [Symbol.dispose]: () => cancel() };
}
