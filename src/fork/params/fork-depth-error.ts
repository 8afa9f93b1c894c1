/**
 * A fork was requested at a place where forks are not allowed. Nothing was sent. In a tool it becomes the call's result:
 * the model reads the reason; the tool itself stays declared, since removing it would change the prefix.
 */
export class ForkDepthError extends Error {
  readonly rule: "depth" | "tag";

  constructor(rule: "depth" | "tag", what: string) {
    super(`${what} Do the work here, with the tools at hand.`);
    this.name = "ForkDepthError";
    this.rule = rule;
  }
}
