import { createCipheriv } from "node:crypto";
import { describe, expect, test } from "vitest";

import { credentialSearch } from "../../harness/kernel/credentials/credential-search.ts";
import { credentialSpans } from "../../harness/kernel/credentials/credential-spans.ts";
import { leaks } from "../cassette/leaks.ts";

const MB = 1024 * 1024;
const first = credentialSearch([]);
const all = credentialSpans([]);

/** The same in every run, and without any pattern, as the bytes of an image are. */
function randomBytes(count: number, start = 0): Buffer {
  return createCipheriv("aes-128-ctr", Buffer.alloc(16, 1), Buffer.alloc(16, start)).update(Buffer.alloc(count));
}

/** Of 220 samples of this size the one that holds most beginnings of keys: a GitLab token, and for addresses an OpenAI-style key. */
const withBeginnings = randomBytes(96 * 1024, 40);

describe("base64 of binary data", () => {
  const lines = (text: string): string => text.replaceAll(/.{76}/g, "$&\n");

  test.for([
    ["in one run", (bytes: Buffer) => bytes.toString("base64")],
    ["for addresses", (bytes: Buffer) => bytes.toString("base64url")],
    ["in lines", (bytes: Buffer) => lines(bytes.toString("base64"))],
    ["in lines in JSON", (bytes: Buffer) => JSON.stringify(lines(bytes.toString("base64")))],
  ] as const)("is not taken for a credential %s", ([, encode]) => {
    const text = encode(withBeginnings);
    expect(first(text.slice(text.indexOf("gldt")))?.name, "alone").toBe("a GitLab token");
    expect(first(text)).toBeNull();
    expect(all(text)).toEqual([]);
  });

  test.for(Object.entries(leaks))("hides no credential next to it: %s", ([name, leak]) => {
    const data = randomBytes(600).toString("base64");
    for (const text of [`${data} ${leak}`, `${data}\n${leak}\n${data}`, `{"image":"${data}","text":"${leak}"}`]) {
      expect(first(text)?.name, text).toBe(name);
    }
  });

  test("that holds a credential itself is found by decoding it", () => {
    const bytes = Buffer.concat([randomBytes(3000), Buffer.from(` ${leaks["a GitHub token"]} `), randomBytes(3000)]);
    expect(first(bytes.toString("base64"))?.name).toBe("a GitHub token in base64");
  });

  const wrapped = (width: number, end: string): string =>
    Buffer.from(`NAME=anna-of-the-north\nAND_THEN_USE ${leaks["a GitHub token"]}\nMORE=1\n`)
      .toString("base64")
      .replaceAll(new RegExp(`.{${width}}`, "g"), `$&${end}`);

  test.for([
    ["64 signs", wrapped(64, "\n")],
    ["76 signs", wrapped(76, "\n")],
    ["76 signs as mail has them", wrapped(76, "\r\n")],
    ["76 signs in JSON", JSON.stringify({ output: wrapped(76, "\n") })],
    ["76 signs in JSON in JSON", JSON.stringify(JSON.stringify({ output: wrapped(76, "\n") }))],
  ] as const)("hides no credential that lies across its lines of %s", ([, text]) => {
    expect(first(text)?.name).toBe("a GitHub token in base64");
    const [span, ...others] = all(text);
    expect(others).toEqual([]);
    const left = text.slice(0, span?.start) + text.slice(span?.end);
    expect(left).not.toMatch(/[\w+/]{12}/);
  });
});

test.for([
  ["a letter", "a"],
  ["the digits of a key", "a1"],
  ["a backslash", "\\"],
  ["a percent sign with digits", "%41"],
  ["a quoted letter", '"a'],
] as const)("a text of six megabytes of %s is searched to its end", ([, sign]) => {
  const text = `sk-${sign.repeat((6 * MB) / sign.length)} ${leaks["a GitHub token"]}`;
  expect(all(text).map(({ name }) => name)).toContain("a GitHub token");
});
