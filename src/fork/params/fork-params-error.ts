/** A parameter of `fork()` that cannot be meant. Nothing has been sent. */
export class ForkParamsError extends Error {
  readonly parameter: string;

  constructor(parameter: string, what: string) {
    super(`${parameter}: ${what}`);
    this.name = "ForkParamsError";
    this.parameter = parameter;
  }
}
