import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { credentialSpans } from "../../harness/kernel/credentials/credential-spans.ts";

/** Each string of the recordings in a folder once, those of JSON in JSON too. Their keys were taken out, so that every alarm is a false one. */
export function recordedStrings(recordings: string): ReadonlySet<string> {
  const strings = new Set<string>();
  for (const file of globSync("*/*.jsonl", { cwd: recordings }).sort()) {
    for (const line of readFileSync(join(recordings, file), "utf8").split("\n")) collect(parsed(line), strings);
  }
  return strings;
}

/** Those that a cassette would mask. */
export function falseAlarms(strings: Iterable<string>): readonly string[] {
  const find = credentialSpans([]);
  return [...strings].filter((each) => find(Buffer.from(each).toString("latin1")).length > 0);
}

function collect(value: unknown, seen: Set<string>): void {
  if (typeof value === "string" && !seen.has(value)) {
    seen.add(value);
    if (/^\s*[[{]/.test(value)) collect(parsed(value), seen);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      collect(name, seen);
      collect(each, seen);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
