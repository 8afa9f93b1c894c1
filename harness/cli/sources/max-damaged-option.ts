import type { DamageLimit } from "../../sources/damage.ts";
import type { OptionSpec } from "../command-spec.ts";
import { type Invocation, valueOf } from "../command.ts";
import { usageError } from "../usage-error.ts";

export const maxDamagedOptionSpec: OptionSpec = {
  name: "max-damaged",
  value: "PERCENT",
  description:
    "fail if more than this part of the lines cannot be read; by default 5 %, and 0 % with --fail-on-break. A named limit also rejects a compressed file that ends early, unless it is 100 %",
};

/** A gate and a named limit are strict. @throws HarnessError HX503 for anything but a percentage */
export function maxDamagedOption(invocation: Invocation, otherwise: DamageLimit = LENIENT): DamageLimit {
  const value = valueOf(invocation, "max-damaged");
  if (value === null) return invocation.options.has("fail-on-break") ? NO_DAMAGE : otherwise;
  const percent = /^(\d+(?:\.\d+)?) ?%?$/.exec(value)?.[1];
  const share = percent === undefined ? Number.NaN : Number(percent) / 100;
  if (share >= 0 && share <= 1) return { most: share, isStrict: true };
  throw usageError("HX503", `--max-damaged takes a percentage from 0 to 100, not "${value}"`, "write --max-damaged 5");
}

/** For commands whose exit code others rely on: a break may be in what cannot be read. */
export const NO_DAMAGE: DamageLimit = { most: 0, isStrict: true };

const LENIENT: DamageLimit = { most: 0.05, isStrict: false };
