import { ForkParamsError } from "./fork-params-error.ts";

/**
 * Throws ForkParamsError for the first member that nobody reads. A filter or a limit under a mistyped name would hold
 * nothing, and nothing would say so.
 *
 * @param what completes "X is …", such as `no parameter of a fork`
 */
export function checkNames(members: object, names: readonly string[], what: string, prefix = ""): void {
  const stranger = Object.keys(members).find((name) => !names.includes(name));
  if (stranger === undefined) return;
  const near = names.find((name) => areNear(name.toLowerCase(), stranger.toLowerCase()));
  const hint = near === undefined ? "." : `; is ${near} meant?`;
  throw new ForkParamsError(`${prefix}${stranger}`, `${what}${hint} Those are ${names.join(", ")}.`);
}

function areNear(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
