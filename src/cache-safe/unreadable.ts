import { describeValue } from "../wire/describe-value.ts";
import { ForkPointError } from "./fork-point-error.ts";

/** A member of an exchange that is not of its shape. */
export function unreadable(name: string, value: unknown, fix: string): ForkPointError {
  const what = `the parent's exchange cannot be read: ${name} is ${describeValue(value)}`;
  return new ForkPointError("unreadable", what, fix);
}
