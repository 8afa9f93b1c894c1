/** Takes back what was opened. */
export type Close = () => Promise<void>;

/**
 * The messages between a process that forks and its workers. Subjects are `agent.fork.…`. An implementation may deliver an event twice,
 * and may lose signals; it keeps the order of events. It rejects with RemoteError.
 */
export type ForkTransport = {
  /** Where it leads, for messages, such as `nats://127.0.0.1:4222`. */
  readonly place: string;
  /** False while the connection is down: silence says nothing about a worker then. */
  readonly isUp: () => boolean;
  /** One server's answer to a request. Rejects if the subject has no server, or if the answer does not come in time. */
  readonly ask: (subject: string, request: Buffer) => Promise<Buffer>;
  /** Serves a subject. Each request reaches one of its servers. */
  readonly serve: (subject: string, answer: (request: Buffer) => Promise<Buffer>) => Promise<Close>;
  /** Publishes an event, which outlives a short loss of the connection. `id` lets receivers and servers drop a second copy. */
  readonly publish: (subject: string, id: string, event: Buffer) => Promise<void>;
  /** Receives the events of a subject from its first one on, in order. */
  readonly subscribe: (subject: string, receive: (event: Buffer) => void) => Promise<Close>;
  /** Sends a signal to those who listen now. */
  readonly signal: (subject: string, message: Buffer) => void;
  readonly listen: (subject: string, receive: (message: Buffer) => void) => Promise<Close>;
  /** Stores bytes by their SHA-256 in hex. Bytes that are stored already do not travel again. */
  readonly put: (digest: string, bytes: Buffer) => Promise<void>;
  /** Null for bytes that are not stored. */
  readonly get: (digest: string) => Promise<Buffer | null>;
};
