import { environmentVariable } from "../../io/process.ts";

/** As continuous integration says it: `CI=true`, sometimes `CI=1`; `CI=false` turns it off. */
export function isInCi(): boolean {
  const value = environmentVariable("CI");
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}
