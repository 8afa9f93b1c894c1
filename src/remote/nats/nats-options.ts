/** Where a NATS server is, and how to log in. */
export type NatsOptions = {
  /** Such as `nats://127.0.0.1:4222`, or `tls://…`. */
  readonly servers: string | readonly string[];
  /** Put before every subject, stream and bucket, so that teams can share a server. Letters, digits, _ and -. */
  readonly namespace?: string;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  /** The text of a `.creds` file. */
  readonly creds?: string;
  /** The seed of an NKEY. */
  readonly nkey?: string;
  readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string };
  /** How long a worker may take to answer that it takes a fork. Default: 10000. */
  readonly askTimeoutMs?: number;
  /** How long an event waits for a connection that is down. Default: 60000. */
  readonly publishTimeoutMs?: number;
};
