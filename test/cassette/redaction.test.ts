import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { openCassette } from "../../harness/cassette/open-cassette.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { writeCassette } from "../../harness/cassette/format/write-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { key, leaks } from "./leaks.ts";
import { places } from "./leak-places.ts";
import { someExchange } from "./some-exchange.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const redactionKey = Buffer.alloc(32, 7);
const cassette = (): string => join(folder.path, "cassette");

/** All that was written, in one text. */
function written(): string {
  return readdirSync(cassette())
    .map((name) => readFileSync(join(cassette(), name), "latin1"))
    .join("\n");
}

describe.for(Object.entries(places))("redaction in %s", ([place, put]) => {
  test("masks each shape at its own length, and lists it as redacted", () => {
    const exchanges = Object.entries(leaks).map(([id, leak]) => someExchange({ ...put(leak), id }));
    const document = writeCassette(cassette(), exchanges, { redactionKey });
    for (const { id, redacted } of document.exchanges) expect(redacted, id).not.toEqual([]);
    const all = written();
    for (const [name, leak] of Object.entries(leaks)) {
      for (const form of [leak, JSON.stringify(leak).slice(1, -1), encodeURIComponent(leak)]) {
        expect(all.includes(form), `${name} in ${place}`).toBe(false);
      }
    }
    const source = openCassette(cassette());
    for (const { id, path, request, response } of exchanges) {
      const kept = source.load(id);
      expect(kept.path.length).toBe(path.length);
      expect(kept.request.length).toBe(request.length);
      expect(kept.response?.body.length).toBe(response?.body.length);
    }
  });
});

function bodyWith(secrets: readonly string[], more: readonly string[] = []): Buffer {
  const turns = [...secrets.map((secret) => `The key is ${secret}, keep it.`), ...more];
  const messages = turns.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  return Buffer.from(JSON.stringify({ model: "claude-sonnet-4-5", system: `Deploy with ${secrets[0]}.`, messages }));
}

test.for([
  ["a fork that keeps the prefix", bodyWith([key, leaks["a GitHub token"] ?? ""], ["Fork."])],
  [
    "one whose secret changed by one character",
    bodyWith([`${key.slice(0, -1)}x`, leaks["a GitHub token"] ?? ""], ["Fork."]),
  ],
  ["one that lost a message", bodyWith([key], ["Fork."])],
] as const)("a redacted cassette gets the same verdict as the original for %s", ([, request]) => {
  const parent = someExchange({ id: "main", forkOf: null, request: bodyWith([key, leaks["a GitHub token"] ?? ""]) });
  const child = someExchange({ id: "fork", request });
  writeCassette(cassette(), [parent, child], { redactionKey });
  const source = openCassette(cassette());
  const places = (judged: ReturnType<typeof judge>): unknown => {
    const { verdict, shared, findings, divergence } = judged;
    // Inside the secret itself offsets move, and what its text looked like: all its letters change with one of them.
    const at = divergence && [divergence.segment, divergence.at];
    return { verdict, shared, causes: findings.map(({ role, pointer }) => [role, pointer]), at };
  };
  expect(places(judge({ parent: source.load("main"), child: source.load("fork") }))).toEqual(
    places(judge({ parent, child })),
  );
});

test("redaction masks a variable's value in a stream that splits it, and its other forms", () => {
  const value = 'correct horse "battery" staple';
  const put = places["deltas of three characters"];
  const exchanges: readonly RecordedExchange[] = [
    someExchange(put?.(value)),
    someExchange({ id: "2", request: Buffer.from(JSON.stringify({ value })) }),
  ];
  const secrets = [{ name: "the value of GATEWAY_TOKEN", value }];
  const document = writeCassette(cassette(), exchanges, { redactionKey, secrets });
  expect(document.exchanges.map(({ redacted }) => redacted)).toEqual([
    ["the value of GATEWAY_TOKEN, response body"],
    ["the value of GATEWAY_TOKEN, request body"],
  ]);
  const events = openCassette(cassette()).load("fork").response?.body.toString() ?? "";
  const text = [...events.matchAll(/"text":("(?:[^"\\]|\\.)*")/g)]
    .map(([, each = ""]) => JSON.parse(each) as string)
    .join("");
  expect(text).toMatch(/^[a-z]{7} [a-z]{5} "[a-z]{7}" [a-z]{6}$/);
  expect(text).not.toBe(value);
});

test("redaction changes nothing without a credential, and lists nothing as redacted", () => {
  const document = writeCassette(cassette(), [someExchange()], { redactionKey });
  expect(document.exchanges[0]?.redacted).toEqual([]);
  expect(openCassette(cassette()).load("fork").request.equals(someExchange().request)).toBe(true);
});

test.for(["%40", "%2F", "%3a%21", "@", "\\u0040", "\\u00e9"])(
  "a password with the sign %s in an address is masked in the body of a request",
  (sign) => {
    const password = `xK92${sign}mQpLzw81vRt5`;
    const request = Buffer.from(`{"content":"postgres://anna:${password}@db.example.com/x ftp://u:${password}@h/"}`);
    writeCassette(cassette(), [someExchange({ id: "1", request })], { redactionKey });
    const kept = openCassette(cassette()).load("1").request.toString();
    expect(kept).toHaveLength(request.length);
    expect(kept).not.toContain("mQpLzw81vRt5");
    expect(() => JSON.parse(kept) as unknown).not.toThrow();
  },
);

describe("a key of no known shape that the client sends in a header", () => {
  const login = "Kx93hPq2LmZw81VbNt55aQ7c";
  const forms = [login, encodeURIComponent(login), Buffer.from(`key: ${login}`).toString("base64")];
  const exchange = (name: string, value: string): RecordedExchange =>
    someExchange({
      id: "1",
      headers: [[name, value]],
      path: `/v1/messages?trace=${login}`,
      request: Buffer.from(JSON.stringify({ messages: forms })),
    });

  test.for([
    ["x-api-key", login],
    ["Authorization", `Bearer ${login}`],
    ["api-key", login],
  ] as const)("is refused and masked in bodies and addresses: %s", ([name, value]) => {
    const named = `the value of the client's header ${name.toLowerCase()}`;
    expect(() => writeCassette(cassette(), [exchange(name, value)])).toThrow(named);
    writeCassette(cassette(), [exchange(name, value)], { redactionKey });
    for (const form of forms) expect(written()).not.toContain(form);
  });
});
