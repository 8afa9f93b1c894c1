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
