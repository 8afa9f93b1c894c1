import { ForkParamsError } from "../fork/params/fork-params-error.ts";
import type { ForkParams } from "../fork/params/fork-params.ts";

/** Throws ForkParamsError for a parameter that cannot leave its process: its code belongs to the worker. */
export function checkRemoteParams(params: Pick<ForkParams, "filter" | "agent">): void {
  for (const name of ["filter", "agent"] as const) {
    if (params[name] === undefined) continue;
    const fix = "leave it out, and put it into the role that serveForks gets";
    throw new ForkParamsError(name, `it holds code, which cannot leave its process; ${fix}`);
  }
}
