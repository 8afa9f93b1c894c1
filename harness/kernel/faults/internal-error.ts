import { faultText } from "./first-fault.ts";
import { version } from "../version.ts";

/** An error in forkproof itself, for the user to report: the error, the version, and the job if there is one. */
export function internalError(thrown: unknown, job: string | null): { readonly what: string; readonly fix: string } {
  const command = job === null ? "your command line" : "your command line and the scenario";
  return {
    what: `forkproof ${version} itself failed${job === null ? "" : ` in the job "${job}"`}: ${faultText(thrown)}`,
    fix: `report this with ${command}; FORKPROOF_DEBUG=1 before it shows the stack`,
  };
}
