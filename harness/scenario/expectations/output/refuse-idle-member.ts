import type { ValueFault } from "../../shape/fault.ts";
import { unproducible } from "../parts/unproducible.ts";
import type { IdleMember } from "./idle-members.ts";

/** The fault of an idle member in the entry of `output` at this index. */
export function refuseIdleMember({ path, key, matcher }: IdleMember, at: number): ValueFault {
  const whole = ["output", String(at), ...path];
  switch (key) {
    case "model":
      return unproducible(whole, "key", `does nothing: \`${matcher}\` asks no model`, "remove it, or write a `grader`");
    case "atLeast": {
      const what = `does nothing: \`${matcher}\` gives no score`;
      return unproducible(whole, "key", what, "remove it, or write a `module` or a `grader`");
    }
    case "weight": {
      const what = "does nothing inside another matcher";
      return unproducible(whole, "key", what, `move it to \`output[${at}]\`, next to the outer matcher`);
    }
  }
}
