import { refuseUnknown } from "../../options/refuse-unknown.ts";
import { ForkParamsError } from "./fork-params-error.ts";

/**
 * Throws ForkParamsError for the first unknown member.
 *
 * @param what completes "unknown …", such as `parameter of a fork`
 */
export function checkNames(members: object, names: readonly string[], what: string, prefix = ""): void {
  refuseUnknown(
    members,
    names,
    ({ name, hint }) => new ForkParamsError(`${prefix}${name}`, `unknown ${what}; ${hint}`),
  );
}
