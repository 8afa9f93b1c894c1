/**
 * Why no fork can start from a parent's exchange. Nothing has been sent.
 *
 * - `unreadable` the request or the answer does not have the expected shape, or is not bytes
 * - `unknown-role` the last message has a role that another wire format uses
 * - `paused` the provider's own tool is still at work: only the parent can let it go on
 * - `stored-conversation` the request goes on in a conversation that the provider keeps, and so would the fork
 * - `no-own-call` the strategy answers the call that asked for the fork, and such a call is missing
 * - `wrong-wire` the body or the URL is of another wire format than the one named, or the strategy belongs to another
 * - `unanswerable-call` an open call needs an output other than text (a screenshot, exit codes), which a fork cannot write
 * - `tool-choice` the strategy sends no tools, and the parent's request chooses among them
 */
export type ForkPointFault =
  | "unreadable"
  | "unknown-role"
  | "paused"
  | "stored-conversation"
  | "no-own-call"
  | "wrong-wire"
  | "unanswerable-call"
  | "tool-choice";

/** Thrown where a parent cannot be continued. `fix` says what its caller can do. */
export class ForkPointError extends Error {
  readonly fault: ForkPointFault;
  readonly fix: string;

  constructor(fault: ForkPointFault, what: string, fix: string, cause?: unknown) {
    super(what, cause === undefined ? undefined : { cause });
    this.name = "ForkPointError";
    this.fault = fault;
    this.fix = fix;
  }
}
