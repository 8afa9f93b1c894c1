import { startTimer } from "../../io/clock.ts";
import type { Queue } from "./open-queue.ts";

/** A server that restarts is back earlier, and needs no line. */
const NOTICED_MS = 2_000;

/**
 * Says when the server is gone and when it is back, as long as the queue is open: requests are repeated for minutes without an answer, and who
 * waits for the process must see what it waits for.
 */
export function reportLostServer({ connection, server }: Queue, say: (line: string) => void): void {
  void (async () => {
    let isReported = false;
    let cancel = (): void => {};
    const report = (): void => {
      isReported = true;
      say(`lost the connection to ${server}: connecting again until the server is back\n`);
    };
    for await (const { type } of connection.status()) {
      if (type === "disconnect" && !isReported) {
        cancel();
        cancel = startTimer(NOTICED_MS, report);
      }
      if (type !== "reconnect") continue;
      cancel();
      if (isReported) say(`connected to ${server} again\n`);
      isReported = false;
    }
    cancel();
  })();
}
