import { createCipheriv } from "node:crypto";
import { expect, test } from "vitest";
import { encodedCredentials } from "../../harness/kernel/credentials/encoded-credentials.ts";
import { textReadings } from "../../harness/kernel/credentials/text-readings.ts";

/** Without any pattern, as the bytes of an image are. */
const image = createCipheriv("aes-128-ctr", Buffer.alloc(16, 1), Buffer.alloc(16))
  .update(Buffer.alloc(600))
  .toString("base64");

test("a run of base64 is decoded once, although it stands in a text and below the text's escapes", () => {
  const searched: string[] = [];
  const encoded = encodedCredentials((text) => {
    searched.push(text);
    return null;
  });
  const readings = [...textReadings(JSON.stringify({ output: JSON.stringify({ image, text: "one\ntwo" }) }))];
  expect(readings).toHaveLength(3);
  const decoded = new Map<string, string | null>();
  for (const { text } of readings) expect([...encoded(text, decoded)]).toEqual([]);
  // Once from each of the four signs that may be its first.
  expect(searched).toHaveLength(4);
});
