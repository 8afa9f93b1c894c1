/** An invalid parameter of `fork()`. Nothing was sent. */
export class ForkParamsError extends Error {
  readonly parameter: string;

  constructor(parameter: string, what: string) {
    super(`${parameter}: ${what}`);
    this.name = "ForkParamsError";
    this.parameter = parameter;
  }
}
