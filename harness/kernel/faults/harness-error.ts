/**
 * A failure the user can fix. Printed as `code what`, `where`, `fix`; never with a stack.
 *
 * Families: HX1 scenario, HX2 recording or cassette, HX3 replay, HX4 transport, HX5 environment or usage.
 * `exit` is the process's exit code: 2 for usage, config and schema errors, 3 for infrastructure.
 */
export class HarnessError extends Error {
  readonly code: `HX${number}`;
  readonly where: string | null;
  readonly fix: string;
  readonly exit: 2 | 3;

  constructor(fault: {
    readonly code: `HX${number}`;
    readonly what: string;
    readonly where?: string | null;
    readonly fix: string;
    readonly exit: 2 | 3;
    readonly cause?: unknown;
  }) {
    super(fault.what, fault.cause === undefined ? undefined : { cause: fault.cause });
    this.name = "HarnessError";
    this.code = fault.code;
    this.where = fault.where ?? null;
    this.fix = fault.fix;
    this.exit = fault.exit;
  }
}
