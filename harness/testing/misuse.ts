import { HarnessError } from "../kernel/faults/harness-error.ts";
import { nearestWord } from "../kernel/text/nearest-word.ts";

/**
 * - HX252 fewer than two comparable requests, as on the command line
 * - HX541 an argument that is missing or of the wrong kind
 * - HX542 an option that does not exist
 * - HX543 nothing to compare, a ratio that is unknown, or a script that was not followed: an assertion on it could only pass by
 *   accident
 * - HX544 a break that no test accepted, or a run that compared nothing (`forkproof/vitest/auto`)
 */
type MisuseCode = "HX252" | "HX541" | "HX542" | "HX543" | "HX544";

/** A mistake in a test. A test runner prints the message alone, so it holds the fix, too. */
export function misuse(code: MisuseCode, what: string, fix: string): HarnessError {
  return new HarnessError({ code, what: `${code} ${what}\nfix: ${fix}`, fix, exit: 2 });
}

/**
 * The options as an object.
 *
 * @throws HarnessError HX541 for a value that is not an object, HX542 for an unknown option, with the nearest known one
 */
export function checkOptions(caller: string, options: unknown, known: readonly string[]): void {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null) {
    throw misuse("HX541", `${caller} takes an object, not ${describe(options)}`, `pass { ${known.join(", ")} }`);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const nearest = nearestWord(name, known);
    const fix = nearest === null ? `known options: ${known.join(", ")}` : `did you mean "${nearest}"?`;
    throw misuse("HX542", `${caller} has no option "${name}"`, fix);
  }
}

/** Fixes of the command line name its options; a test has others. */
type Fixes = Readonly<Partial<Record<HarnessError["code"], string>>>;

/** Errors of the judge keep their code, place and fix apart: here they are written into the message. */
export function withFix<Result>(work: () => Result, fixes: Fixes = {}): Result {
  try {
    return work();
  } catch (fault) {
    throw explained(fault, fixes);
  }
}

/** The same for an error that is at hand. */
export function explained(fault: unknown, fixes: Fixes = {}): unknown {
  if (!(fault instanceof HarnessError) || fault.message.startsWith(fault.code)) return fault;
  const { code, message, where, exit } = fault;
  const fix = fixes[code] ?? fault.fix;
  const place = where === null ? "" : ` (${where})`;
  return new HarnessError({ code, what: `${code} ${message}${place}\nfix: ${fix}`, where, fix, exit, cause: fault });
}

/** A wrong value as a message shows it. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (value instanceof Promise) return "a promise that is not awaited";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
