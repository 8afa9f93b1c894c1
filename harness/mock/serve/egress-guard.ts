import { Socket } from "node:net";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { isLoopback } from "../../kernel/is-loopback.ts";

/** Keeps this process on loopback until it is disposed of. */
export type EgressGuard = Disposable & {
  /** Each host that was refused, in order: a mocked run with any of them has failed. */
  readonly refused: () => readonly HarnessError[];
};

/**
 * Refuses every connection to a host that is not loopback, before its name is looked up.
 *
 * All of Node's clients (fetch, http, https, raw sockets) end in `Socket.prototype.connect`, so this one place holds them
 * all. Rejected: wrapping `fetch` and `http.request` misses what another copy of undici sends; msw loads in 150 ms and sees no
 * sockets; undici's and http's diagnostics channels report a request but cannot refuse it. Child processes are not guarded.
 */
export function guardEgress(): EgressGuard {
  const refused: HarnessError[] = [];
  if (guards.length === 0) release = holdSockets();
  guards.push(refused);
  return {
    refused: () => [...refused],
    [Symbol.dispose]: () => {
      guards.splice(guards.indexOf(refused), 1);
      if (guards.length === 0) release();
    },
  };
}

/** The hosts that each guard has refused. Of jobs that run at the same time, each has a guard, and any may end first. */
const guards: HarnessError[][] = [];

let release = (): void => {};

/** Refuses hosts for all guards, until the returned function is called. The socket does not say which job it is of. */
function holdSockets(): () => void {
  const original = Socket.prototype.connect;
  const guarded = function (this: Socket, ...given: readonly unknown[]): Socket {
    const host = hostOf(given);
    if (host === null || isLoopback(host)) return Reflect.apply(original, this, given);
    const fault = refuseHost(host);
    // The loop counts, since code under test can replace iterators.
    for (let at = 0; at < guards.length; at += 1) guards[at]?.push(fault);
    // A client goes on setting its socket up before it listens for errors.
    queueMicrotask(() => this.destroy(fault));
    return this;
  };
  const connectBy = (value: unknown): void =>
    void Object.defineProperty(Socket.prototype, "connect", { value, configurable: true, writable: true });
  connectBy(guarded);
  return () => connectBy(original);
}

/** The host of `connect(options)`, `connect(port, host)` or Node's own list of both; null for a socket file. */
function hostOf(given: readonly unknown[]): string | null {
  const [first, second] = given;
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === "object" && first !== null) {
    if ("path" in first && typeof first.path === "string") return null;
    return "host" in first && typeof first.host === "string" ? first.host : "localhost";
  }
  if (typeof first === "string" && Number.isNaN(Number(first))) return null;
  return typeof second === "string" ? second : "localhost";
}

/** The message of a mocked run about a host that it kept out of reach. */
export function refuseHost(host: string): HarnessError {
  return new HarnessError({
    code: "HX421",
    what: `A mocked run tried to reach ${host}.`,
    where: host,
    fix: "Point the client at the base URL that the run gives it.",
    exit: 2,
  });
}
