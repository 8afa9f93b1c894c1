/**
 * A fork was asked for where none may start. Nothing has been sent. Thrown in a tool it becomes the call's result, so that
 * the model reads why; the tool itself stays declared, since removing it would change the prefix.
 */
export class ForkDepthError extends Error {
  readonly rule: "depth" | "tag";

  constructor(rule: "depth" | "tag", what: string) {
    super(`${what} Do the work here, with the tools at hand.`);
    this.name = "ForkDepthError";
    this.rule = rule;
  }
}
