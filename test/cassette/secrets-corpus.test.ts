import { readdirSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { environmentSecrets } from "../../harness/cassette/environment-secrets.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { writeCassette } from "../../harness/cassette/write-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/disk.ts";
import { HarnessError } from "../../harness/kernel/harness-error.ts";
import { leaks } from "./leaks.ts";
import { someExchange } from "./some-exchange.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const answered = (body: string): Partial<RecordedExchange> => ({
  response: { status: 200, contentType: "text/event-stream", body: Buffer.from(body), usageIsReal: true },
});

function deltas(leak: string, size: number): string {
  const texts = leak.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  return texts.map((text) => `data: ${JSON.stringify({ index: 0, delta: { text } })}\n\n`).join("");
}

/** Every place of an exchange that reaches the disk. */
const places: Readonly<Record<string, (leak: string) => Partial<RecordedExchange>>> = {
  "a kept header": (leak) => ({ headers: [["x-app", leak.replaceAll("\n", " ")]] }),
  "the query": (leak) => ({ path: `/v1/messages?note=${encodeURIComponent(leak)}` }),
  "the request": (leak) => ({ request: Buffer.from(JSON.stringify({ messages: [{ content: leak }] })) }),
  "the response": (leak) => answered(JSON.stringify({ content: [{ text: leak }] })),
  "deltas of three characters": (leak) => answered(deltas(leak, 3)),
  "base64 in the request": (leak) => ({
    request: Buffer.from(JSON.stringify({ data: Buffer.from(`key: ${leak}`).toString("base64") })),
  }),
  "base64url in deltas": (leak) => answered(deltas(Buffer.from(leak).toString("base64url"), 10)),
};

test("the corpus has sixty shapes", () => {
  expect(Object.keys(leaks)).toHaveLength(60);
});

describe.for(Object.entries(places))("in %s", ([, put]) => {
  test.for(Object.entries(leaks))("%s is refused, and nothing reaches the disk", ([, leak]) => {
    const write = (): unknown => writeCassette(join(folder.path, "cassette"), [someExchange(put(leak))]);
    expect(write).toThrow(HarnessError);
    expect(write).toThrow("would be written to disk, so nothing was");
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe("what a variable of the environment holds", () => {
  const value = 'correct horse "battery" staple';
  const secrets = environmentSecrets({ GATEWAY_TOKEN: value, HOME: "/home/someone/else", MAX_TOKENS: "1000000000000" });

  test("is a secret by its name, unless it is a path, a number or short", () => {
    expect(secrets).toEqual([{ name: "the value of GATEWAY_TOKEN", value }]);
    const none = {
      SSH_AUTH_SOCK: "/run/user/1000/agent",
      API_KEY: "test",
      KEYBOARD: "a long enough layout",
      X_KEY: undefined,
    };
    expect(environmentSecrets(none)).toEqual([]);
  });

  test.for([
    ["a kept header", (leak: string) => ({ headers: [["x-app", leak] as const] })],
    ...Object.entries(places).slice(1),
  ] as const)("is refused in %s, whatever it looks like", ([, put]) => {
    const write = (): unknown => writeCassette(join(folder.path, "cassette"), [someExchange(put(value))], secrets);
    expect(write).toThrow(/the value of GATEWAY_TOKEN(?: in base64)? would be written to disk/);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

test("long runs that are no base64 of a credential pass: digests, ids, pictures", () => {
  const request = Buffer.from(
    JSON.stringify({
      sha256: "0123456789abcdef".repeat(4),
      picture: Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256)).toString("base64"),
      signature: `EqQBCkYIBRgCKkD${"aB3dE5fG7h".repeat(30)}`,
    }),
  );
  expect(writeCassette(join(folder.path, "cassette"), [someExchange({ request })]).exchanges).toHaveLength(1);
});
