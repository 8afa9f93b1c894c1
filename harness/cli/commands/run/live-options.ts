import { environmentVariable } from "../../../io/process.ts";
import type { LiveOptions } from "../../../run/live/live-options.ts";
import { type Invocation, valueOf } from "../../command.ts";
import { usageError } from "../../usage-error.ts";

/** The settings of `--live` and its related options; null without it. Throws HX503 for an invalid value. */
export async function readLiveOptions(invocation: Invocation): Promise<LiveOptions | null> {
  if (!invocation.options.has("live")) {
    const idle = ["base-url", "max-cost", "repeat", "live-gate"].find((name) => invocation.options.has(name));
    if (idle === undefined) return null;
    throw usageError("HX503", `--${idle} does nothing without --live`, "add --live, or leave it out");
  }
  const { Spending } = await import("../../../run/live/spending.ts");
  return {
    baseUrl: valueOf(invocation, "base-url"),
    environment: environmentVariable,
    spending: new Spending(readCost(invocation)),
    repeat: readRepeat(invocation),
    gates: invocation.options.has("live-gate"),
  };
}

/** In USD; null where the option is absent. */
function readCost(invocation: Invocation): number | null {
  const value = valueOf(invocation, "max-cost");
  if (value === null) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  throw usageError("HX503", `--max-cost takes an amount in USD, not "${value}"`, "write --max-cost 0.50, or the like");
}

function readRepeat(invocation: Invocation): number {
  const value = valueOf(invocation, "repeat") ?? "1";
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  throw usageError(
    "HX503",
    `--repeat takes a whole number from 1 to 9999, not "${value}"`,
    "write --repeat 5, or the like",
  );
}
