import { createInterface } from "node:readline";

/** The lines of standard input, each as soon as it is there. */
export function inputLines(): AsyncIterable<string> {
  return createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
}
