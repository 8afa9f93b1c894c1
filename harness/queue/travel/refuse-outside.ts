import { isAbsolute } from "node:path";
import { HarnessError } from "../../kernel/faults/harness-error.ts";

/** @throws HarnessError HX441 */
export function refuseOutside(where: string, path: string): void {
  if (!isAbsolute(path) && !/^\.\.(?:\/|$)/.test(path)) return;
  throw new HarnessError({
    code: "HX441",
    what: `${path} is outside the working folder, and a worker gets only files inside it`,
    where,
    fix: "start the run in a folder that holds the scenarios and all that they name",
    exit: 2,
  });
}
