import { readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { environmentSecrets } from "../../harness/kernel/credentials/environment-secrets.ts";
import { writeCassette } from "../../harness/cassette/format/write-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { faultOf } from "./fault-of.ts";
import { places } from "./leak-places.ts";
import { leaks } from "./leaks.ts";
import { someExchange } from "./some-exchange.ts";

/** Only the last test writes into it. */
let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
});
afterAll(() => folder[Symbol.dispose]());

test("the corpus has a leak for each credential shape", () => {
  expect(Object.keys(leaks)).toHaveLength(114);
});

describe.for(Object.entries(places))("a cassette with a credential in %s", ([, put]) => {
  test.for(Object.entries(leaks))("is refused for %s, and nothing reaches the disk", ([, leak]) => {
    const said = faultOf(folder.path, () => writeCassette(join(folder.path, "cassette"), [someExchange(put(leak))]));
    expect(said).toContain("would be written to disk, so nothing was");
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe("the value of an environment variable", () => {
  const value = 'correct horse "battery" staple';
  const secrets = environmentSecrets({ GATEWAY_TOKEN: value, HOME: "/home/someone/else", MAX_TOKENS: "1000000000000" });

  test("is secret if its name says so, unless the value is a path, a number or short", () => {
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
    const write = (): unknown => writeCassette(join(folder.path, "cassette"), [someExchange(put(value))], { secrets });
    expect(write).toThrow(/the value of GATEWAY_TOKEN(?: in base64)? would be written to disk/);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

test("an error about a session with several credentials names all of them at once", () => {
  const exchanges = Object.entries(leaks).map(([id, leak]) => someExchange({ ...places["the request"]?.(leak), id }));
  const told = faultOf(folder.path, () => writeCassette(join(folder.path, "cassette"), exchanges));
  expect(told).toContain("HX231 an Anthropic key (and 113 more) would be written to disk, so nothing was");
  for (const id of Object.keys(leaks)) expect(told).toContain(`exchange ${id}, request body, byte`);
  for (const leak of Object.values(leaks)) expect(told).not.toContain(leak);
});

test("an error about a credential that masking cannot reach does not advise to mask it", () => {
  const named = someExchange({ id: leaks["a GitHub token"] ?? "" });
  const redactionKey = Buffer.alloc(32, 1);
  const told = faultOf(folder.path, () => writeCassette(join(folder.path, "cassette"), [named], { redactionKey }));
  expect(told).toMatch(/HX231 a GitHub token.*\n.*cassette\.yaml, line \d+/);
  expect(told).toContain("record again; --redact cannot mask it there; if it was real, revoke it");
});

test("a cassette may contain long base64 runs that are not credentials: digests, IDs, pictures", () => {
  const request = Buffer.from(
    JSON.stringify({
      sha256: "0123456789abcdef".repeat(4),
      picture: Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256)).toString("base64"),
      signature: `EqQBCkYIBRgCKkD${"aB3dE5fG7h".repeat(30)}`,
    }),
  );
  expect(writeCassette(join(folder.path, "cassette"), [someExchange({ request })]).exchanges).toHaveLength(1);
});
