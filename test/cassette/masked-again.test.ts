import { expect, test } from "vitest";
import { credentialSpans } from "../../harness/kernel/credentials/credential-spans.ts";
import { createRedactor } from "../../harness/cassette/credentials/redact-text.ts";

test("masking a credential never produces text that looks like a credential, with any key", () => {
  const find = credentialSpans([]);
  const token = `hf_${"aBcD".repeat(9)}`;
  expect(find(token)).toHaveLength(1);
  const keys = Array.from({ length: 2_000 }, (_, seed) => Buffer.from(`key ${seed}`));
  const masks = keys.map((key) => createRedactor(key, find).plain(token).text);
  expect(masks.filter((mask) => find(mask).length > 0)).toEqual([]);
});
