import type { RecordedResponse } from "../../../kernel/exchange.ts";
import type { DialectName } from "../../../kernel/layout.ts";
import { type SavedUsage, keptUsage } from "./kept-usage.ts";
import { wires } from "../../list.ts";
import { responseUsageFault, usageFault } from "./usage-fault.ts";

type ResponseWithUsage = { readonly response: RecordedResponse | null; readonly usage?: SavedUsage | null };

/**
 * Why the counters of an exchange are impossible: those of the response, those that the recording keeps apart, or both, since
 * they differ. Null without a contradiction.
 */
export function exchangeUsageFault(dialect: DialectName, { response, usage = null }: ResponseWithUsage): string | null {
  const inBody = response === null ? null : responseUsageFault(response);
  return inBody ?? (usage === null ? null : (usageFault(usage) ?? disagreement(dialect, response, usage)));
}

const WORDS = {
  read: "tokens read",
  write: "tokens written",
  fresh: "tokens of fresh input",
  output: "tokens of output",
};

/** A recording that keeps the usage apart from the body has it twice; if the two differ, one of them is not the provider's. */
function disagreement(name: DialectName, response: RecordedResponse | null, usage: SavedUsage): string | null {
  const dialect = wires.find((each) => each.name === name);
  if (dialect === undefined || response === null) return null;
  const [kept, inBody] = [keptUsage(dialect, usage), dialect.readUsage(response)];
  if (kept === null || inBody === null) return null;
  const counters = ["read", "write", "fresh", "output"] as const;
  const parted = counters.find(
    (counter) => kept[counter] !== null && inBody[counter] !== null && kept[counter] !== inBody[counter],
  );
  return parted === undefined
    ? null
    : `the recording keeps ${kept[parted]} ${WORDS[parted]}, and the response says ${inBody[parted]}`;
}
