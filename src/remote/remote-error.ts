/** A fork in another process cannot start, or cannot be followed. */
export class RemoteError extends Error {
  /** How to fix it. */
  readonly fix: string;

  constructor(what: string, fix: string, cause?: unknown) {
    super(`${what}. ${fix}`, cause === undefined ? {} : { cause });
    this.name = "RemoteError";
    this.fix = fix;
  }
}

/** No worker has answered in time. None runs the fork: a worker waits for its parent before it begins. */
export class UnansweredError extends RemoteError {}
