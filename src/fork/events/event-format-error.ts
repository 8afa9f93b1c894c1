/** A line that is not an event of a fork, or an event of another version. */
export class EventFormatError extends Error {
  /** How to fix it. */
  readonly fix: string;

  constructor(what: string, fix: string) {
    super(`${what}. ${fix}`);
    this.name = "EventFormatError";
    this.fix = fix;
  }
}
