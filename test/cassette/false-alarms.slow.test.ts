import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { credentialSpans } from "../../harness/kernel/credentials/credential-spans.ts";
import { hideCredentials } from "../../harness/verdict/hide-credentials.ts";

const recordings = join(import.meta.dirname, "../../../shared/recordings");
const files = globSync("*/*.jsonl", { cwd: recordings }).sort();
if (files.length === 0) console.warn("SKIPPED: no recordings beside the checkout");

/** Each string of the recordings once, those of JSON in JSON too. Their keys were taken out, so that every alarm is a false one. */
function stringsOf(value: unknown, seen: Set<string>): Set<string> {
  if (typeof value === "string" && !seen.has(value)) {
    seen.add(value);
    if (/^\s*[[{]/.test(value)) stringsOf(parsed(value), seen);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, each] of Object.entries(value)) stringsOf(each, stringsOf(name, seen));
  }
  return seen;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

describe.skipIf(files.length === 0)("of the strings that real clients sent, at most one in two hundred", () => {
  const strings = new Set<string>();
  for (const file of files) {
    for (const line of readFileSync(join(recordings, file), "utf8").split("\n")) stringsOf(parsed(line), strings);
  }
  const most = strings.size / 200;

  test("is taken for a credential in a cassette", () => {
    const find = credentialSpans([]);
    const wrong = [...strings].filter((each) => find(Buffer.from(each).toString("latin1")).length > 0);
    expect(strings.size).toBeGreaterThan(2000);
    expect(wrong.length, wrong.join("\n").slice(0, 2000)).toBeLessThanOrEqual(most);
  });

  test("is masked in an excerpt", () => {
    const wrong = [...strings].filter((each) => !hideCredentials(Buffer.from(each)).equals(Buffer.from(each)));
    expect(wrong.length, wrong.join("\n").slice(0, 2000)).toBeLessThanOrEqual(most);
  });
});
