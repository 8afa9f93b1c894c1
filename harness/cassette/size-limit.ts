import { HarnessError } from "../kernel/faults/harness-error.ts";

/**
 * The most bytes that one body file, or one line of a JSON Lines recording, may have: 64 MiB. The largest prompt that a
 * provider takes is half of that (Anthropic: 32 MB a request), so more is a mistake, and it is refused before it is read.
 */
export const maxBodyBytes: number = 64 * 1024 * 1024;

export function tooLarge(size: number, where: string): HarnessError {
  return new HarnessError({
    code: "HX208",
    what: `a body of ${size} bytes is above ${maxBodyBytes / 1024 ** 2} MiB, the most that is read again`,
    where,
    fix: "record a session whose requests a provider would take",
    exit: 3,
  });
}
