import type { RunSelection } from "../../../kernel/run-result.ts";
import { type Invocation, valueOf } from "../../command.ts";
import { usageError } from "../../usage-error.ts";

/** Reads `--rows`, `--sample` and `--seed`. @throws HarnessError HX503 */
export function readRowChoice(invocation: Invocation): Pick<RunSelection, "rows" | "sample"> {
  const rows = readRange(valueOf(invocation, "rows"));
  const count = readNumber(invocation, "sample", 1);
  const seed = readNumber(invocation, "seed", 0);
  if (seed !== null && count === null) {
    throw usageError(
      "HX503",
      "--seed draws the rows of --sample, which is missing",
      "add --sample 20, or leave out --seed",
    );
  }
  return { ...(rows && { rows }), ...(count !== null && { sample: { count, seed: seed ?? 1 } }) };
}

function readRange(value: string | null): RunSelection["rows"] {
  if (value === null) return undefined;
  const [, from = 0, to = from] = (/^(\d{1,9})(?:-(\d{1,9}))?$/.exec(value) ?? []).flatMap((text) =>
    text === undefined ? [] : [Number(text)],
  );
  if (from >= 1 && from <= to) return { from, to };
  throw usageError("HX503", `--rows takes A-B with A from 1 to B, not "${value}"`, "write --rows 10-20, or --rows 7");
}

function readNumber(invocation: Invocation, name: "sample" | "seed", least: number): number | null {
  const value = valueOf(invocation, name);
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value) && Number(value) >= least) return Number(value);
  throw usageError(
    "HX503",
    `--${name} takes a whole number from ${least}, not "${value}"`,
    `write --${name} ${least + 6}`,
  );
}
