import { refuseUnknown } from "../options/refuse-unknown.ts";

/** Throws RangeError for the first unknown option: a misspelled window would keep everything in silence. */
export function checkOptions(strategy: string, options: object, names: readonly string[]): void {
  refuseUnknown(options, names, ({ name, hint }) => new RangeError(`${strategy}: unknown option ${name}; ${hint}`));
}
