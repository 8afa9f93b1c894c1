import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";

/** The error that something throws, as its reader sees it, with one folder's name taken out. */
export function faultOf(work: () => unknown, folder: string = ""): string {
  try {
    work();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const text = `${error.code} ${error.message}\n  at ${error.where}\n  ${error.fix} (exit ${error.exit})`;
    return folder === "" ? text : text.replaceAll(folder, "TEMP");
  }
  throw new Error("nothing was thrown");
}
