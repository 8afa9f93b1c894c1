import type { OptionSpec } from "../command-spec.ts";
import { type Invocation, valueOf } from "../command.ts";
import { usageError } from "../usage-error.ts";

export const maxDamagedOptionSpec: OptionSpec = {
  name: "max-damaged",
  value: "PERCENT",
  description: "fail if more than this part of the lines cannot be read; by default 5 %, and 0 % with --fail-on-break",
};

/** A share from 0 to 1. @throws HarnessError HX503 for anything but a percentage */
export function maxDamagedOption(invocation: Invocation, otherwise: number = DEFAULT): number {
  const value = valueOf(invocation, "max-damaged");
  if (value === null) return invocation.options.has("fail-on-break") ? 0 : otherwise;
  const percent = /^(\d+(?:\.\d+)?) ?%?$/.exec(value)?.[1];
  const share = percent === undefined ? Number.NaN : Number(percent) / 100;
  if (share >= 0 && share <= 1) return share;
  throw usageError("HX503", `--max-damaged takes a percentage from 0 to 100, not "${value}"`, "write --max-damaged 5");
}

const DEFAULT = 0.05;
