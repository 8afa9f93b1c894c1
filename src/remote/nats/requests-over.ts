import { nuid, RequestError, TimeoutError, type NatsConnection } from "@nats-io/transport-node";
import type { ForkTransport } from "../fork-transport.ts";
import { RemoteError, UnansweredError } from "../remote-error.ts";
import type { Packer } from "./pack-message.ts";

type Parts = {
  readonly connection: NatsConnection;
  readonly prefix: string;
  readonly place: string;
  readonly askTimeoutMs: number;
};

/**
 * A request is for one worker. The server picks any of them, a stopped one too, which holds the request until it goes on. So the sender
 * first looks for a worker that answers, and then sends that one the request.
 */
export function requestsOver(parts: Parts, pack: Packer): Pick<ForkTransport, "ask" | "serve"> {
  const { connection, prefix, askTimeoutMs } = parts;
  return {
    ask: async (subject, request) => {
      try {
        const { data, headers } = await pack.out(request);
        const limit = { timeout: askTimeoutMs, ...(headers && { headers }) };
        const worker = await findWorker(connection, prefix + subject, askTimeoutMs);
        return await pack.in(await connection.request(worker, data, limit));
      } catch (fault) {
        throw unanswered(fault, prefix + subject, parts);
      }
    },
    serve: async (subject, answer) => {
      const own = `${prefix}${subject}.${nuid.next()}`;
      const isHere = (_fault: unknown, message: { respond: (data: string) => boolean }): void =>
        void message.respond(own);
      const subscriptions = [
        connection.subscribe(prefix + subject, { queue: "workers", callback: isHere }),
        connection.subscribe(everyWorker(prefix + subject), { callback: isHere }),
        connection.subscribe(own, {
          callback: (_fault, message) => {
            const work = async (): Promise<void> => {
              const { data, headers } = await pack.out(await answer(await pack.in(message)));
              message.respond(data, headers && { headers });
            };
            // A request without an answer is reported by its sender.
            work().catch(() => undefined);
          },
        }),
      ];
      await connection.flush();
      return async () => void (await Promise.all(subscriptions.map((each) => each.drain())));
    },
  };
}

/** A worker that runs answers at once. One that has not may be stopped. */
const AT_ONCE_MS = 250;

/** The subject of one worker: of any, or of the first that answers if the one that the server picked does not. */
async function findWorker(connection: NatsConnection, subject: string, timeout: number): Promise<string> {
  try {
    return (await connection.request(subject, "", { timeout: Math.min(AT_ONCE_MS, timeout) })).string();
  } catch (fault) {
    if (!(fault instanceof TimeoutError)) throw fault;
    return (await connection.request(everyWorker(subject), "", { timeout })).string();
  }
}

function everyWorker(subject: string): string {
  return `${subject}.all`;
}

function unanswered(fault: unknown, subject: string, { place, askTimeoutMs }: Parts): RemoteError {
  if (fault instanceof RemoteError) return fault;
  if (fault instanceof RequestError && fault.isNoResponders()) {
    const fix = "Start one with serveForks under this role, with the same server and namespace";
    return new RemoteError(`no worker serves ${subject} on ${place}`, fix, fault);
  }
  const what = fault instanceof Error ? fault.message : String(fault);
  const fix = "Check that the server is up and that the worker is not stopped, or raise askTimeoutMs";
  return new UnansweredError(
    `no worker answered on ${subject} at ${place} within ${askTimeoutMs} ms (${what})`,
    fix,
    fault,
  );
}
