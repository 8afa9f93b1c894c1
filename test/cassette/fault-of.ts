import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";

/** The error as its reader sees it, with the temporary folder's name taken out. */
export function faultOf(folder: string, work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const lines = [`${error.code} ${error.message}`, error.where, error.fix, `exit ${error.exit}`];
    return lines.join("\n").replaceAll(folder, "TEMP");
  }
  throw new Error("nothing was thrown");
}
