import type { Close, ForkTransport } from "./fork-transport.ts";
import { RemoteError } from "./remote-error.ts";

/** Both ends in one process, for tests. Give the same transport to the RemoteForkSubagent and to `serveForks`. */
export function memoryTransport(): ForkTransport {
  const servers = new Map<string, Set<(request: Buffer) => Promise<Buffer>>>();
  const receivers = new Map<string, Set<(message: Buffer) => void>>();
  const kept = new Map<string, Buffer[]>();
  const stored = new Map<string, Buffer>();
  const deliver = (subject: string, message: Buffer): void => {
    for (const receive of receivers.get(subject) ?? []) receive(message);
  };
  const listen: ForkTransport["listen"] = async (subject, receive) => add(receivers, subject, receive);
  return {
    place: "this process",
    isUp: () => true,
    ask: async (subject, request) => {
      const [server] = servers.get(subject) ?? [];
      if (server === undefined) throw new RemoteError(`${subject} has no worker in this process`, "Call serveForks.");
      return server(request);
    },
    serve: async (subject, answer) => add(servers, subject, answer),
    publish: async (subject, _id, event) => {
      kept.set(subject, [...(kept.get(subject) ?? []), event]);
      deliver(subject, event);
    },
    subscribe: async (subject, receive) => {
      for (const event of kept.get(subject) ?? []) receive(event);
      return listen(subject, receive);
    },
    signal: deliver,
    listen,
    put: async (digest, bytes) => void stored.set(digest, bytes),
    get: async (digest) => stored.get(digest) ?? null,
  };
}

function add<T>(bySubject: Map<string, Set<T>>, subject: string, each: T): Close {
  const set = bySubject.get(subject) ?? new Set();
  bySubject.set(subject, set.add(each));
  return async () => void set.delete(each);
}
