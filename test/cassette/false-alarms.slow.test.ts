import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { hideCredentials } from "../../harness/verdict/hide-credentials.ts";
import { falseAlarms, recordedStrings } from "./recorded-strings.ts";

const strings = recordedStrings(join(import.meta.dirname, "../../../shared/recordings"));
if (strings.size === 0) console.warn("SKIPPED: no recordings beside the checkout");

describe.skipIf(strings.size === 0)("of the strings that real clients sent, at most one in two hundred", () => {
  const most = strings.size / 200;

  test("is taken for a credential in a cassette", () => {
    const wrong = falseAlarms(strings);
    expect(strings.size).toBeGreaterThan(2000);
    expect(wrong.length, wrong.join("\n").slice(0, 2000)).toBeLessThanOrEqual(most);
  });

  test("is masked in an excerpt", () => {
    const wrong = [...strings].filter((each) => !hideCredentials(Buffer.from(each)).equals(Buffer.from(each)));
    expect(wrong.length, wrong.join("\n").slice(0, 2000)).toBeLessThanOrEqual(most);
  });
});
