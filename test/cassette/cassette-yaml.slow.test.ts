import { wires } from "../../harness/wires/list.ts";
import type { JsonObject } from "../../harness/kernel/json.ts";
import { readFileSync } from "node:fs";

import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import type { CassetteDocument } from "../../harness/cassette/format/cassette-document.ts";
import { encodeCassette } from "../../harness/cassette/format/encode-cassette.ts";
import { parseCassette } from "../../harness/cassette/format/parse-cassette.ts";
import { readOwnLines } from "../../harness/cassette/lines/read-own-lines.ts";

const word = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("a: b", "- x", "# no", '"', "null", "1e3", "\n", "\u2028"),
);
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value);
const body = fc.record({
  file: fc.constantFrom("0001.request.json", "12345.response.sse"),
  sha256: fc.string({ unit: fc.constantFrom("0", "9", "a", "f"), minLength: 64, maxLength: 64 }),
});
const amount = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const response = fc.record({
  status: fc.nat(),
  contentType: maybe(word),
  body: maybe(body),
  firstByteMs: maybe(amount),
  chunks: maybe(fc.array(fc.tuple(amount, fc.nat()))),
  // Through JSON, as usage comes: it knows no -0.
  usage: maybe(fc.dictionary(word, fc.jsonValue()).map((usage): JsonObject => JSON.parse(JSON.stringify(usage)))),
  usageIsReal: fc.boolean(),
});
const entry = fc.record({
  id: word,
  forkOf: maybe(word),
  method: word,
  path: word,
  host: maybe(word),
  headers: fc.array(fc.tuple(word, word)),
  startedAt: maybe(
    fc.date({ min: new Date(0), max: new Date("2100"), noInvalidDate: true }).map((at) => at.toISOString()),
  ),
  fidelity: fc.constantFrom("A" as const, "B" as const, "C" as const),
  socket: maybe(fc.record({ connection: word, responseId: maybe(word) })),
  outcome: maybe(fc.constantFrom("complete", "cut", "aborted", "unreachable", "unreadable")),
  redacted: maybe(fc.array(word)),
  request: maybe(body),
  response: maybe(response),
});
const document: fc.Arbitrary<CassetteDocument> = fc.record({
  version: fc.constant(2 as const),
  dialect: fc.constantFrom("anthropic-messages" as const, "openai-chat" as const, null),
  provider: maybe(word),
  client: maybe(word),
  exchanges: fc.array(entry, { minLength: 1, maxLength: 3 }),
});

describe("the layout of cassette.yaml", () => {
  test("reads back as it was written, by our own reader and as YAML alike", () => {
    fc.assert(
      fc.property(document, (written) => {
        const text = encodeCassette(written);
        expect(readOwnLines(text)).toEqual(parse(text));
        expect(parseCassette(text, "cassette.yaml")).toEqual(written);
      }),
    );
  });

  test("leaves any other layout of the same values to the YAML parser", () => {
    const text = [
      "exchanges:",
      "- id: main",
      "  method: POST # by hand",
      "  path: /v1/messages",
      "  headers:",
      "  - [a, b]",
      "  fidelity: B",
      "version: 2",
    ].join("\n");
    expect(readOwnLines(text)).toBeNull();
    expect(parseCassette(text, "cassette.yaml")).toMatchObject({
      provider: null,
      exchanges: [{ id: "main", method: "POST", headers: [["a", "b"]], fidelity: "B", request: null, response: null }],
    });
  });

  test("does not accept lines in another order", () => {
    const texts = [
      'exchanges:\n  - id: "1"\nversion: 2\n',
      '  - id: "1"\n',
      'version: 2\n    id: "1"\nexchanges:\n  - id: "1"\n',
      'exchanges:\n  - id: "1"\n    id: "2"\n',
      'exchanges:\nexchanges:\n  - id: "1"\n',
      "version: 2\nexchanges:\n",
      'exchanges:\n  - id: "1" # one\n',
      "exchanges:\n  - id: one\n",
    ];
    expect(texts.map(readOwnLines)).toEqual(texts.map(() => null));
  });
});

describe("cassette.schema.json", () => {
  const path = new URL("../../harness/cassette/cassette.schema.json", import.meta.url);
  const schema: object = JSON.parse(readFileSync(path, "utf8"));
  const accepts = new Ajv({ allowUnionTypes: true }).compile(schema);

  const parses = (value: unknown): boolean => {
    try {
      parseCassette(JSON.stringify(value), "cassette.yaml");
      return true;
    } catch {
      return false;
    }
  };

  test("accepts what forkproof writes", () => {
    fc.assert(fc.property(document, (each) => accepts(each)));
    expect(accepts({ version: 3, exchanges: [] })).toBe(false);
  });

  test("accepts and rejects the same documents as the reader", () => {
    let refused = 0;
    const junk = fc.constantFrom<unknown>(
      undefined,
      null,
      1,
      -1.5,
      "",
      "x",
      "A",
      true,
      [],
      [[1, 2]],
      [["a", "b"]],
      {},
      { x: 1 },
    );
    const spoilt = fc.record({ document, at: fc.nat(), junk, extra: fc.boolean() });
    fc.assert(
      fc.property(spoilt, (plan) => {
        const value: unknown = JSON.parse(JSON.stringify(plan.document));
        const places = placesIn(value);
        const { holder, name } = places[plan.at % places.length]!;
        if (plan.extra && !Array.isArray(holder)) holder["extra"] = 1;
        else holder[name] = plan.junk;
        const sent: unknown = JSON.parse(JSON.stringify(value));
        // Which wire formats there are, the reader knows: the schema stays as it is when one is added.
        fc.pre(!isUnknownWire(sent));
        if (!accepts(sent)) refused += 1;
        expect(parses(sent), JSON.stringify(sent)).toBe(accepts(sent));
      }),
      { numRuns: 400 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});

type Holder = Record<string | number, unknown>;

/** Every member and element of a document, but what lies inside `usage`, which is the provider's own. */
function placesIn(value: unknown): { readonly holder: Holder; readonly name: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...(name === "usage" ? [] : placesIn(holder[name]))]);
}

function isUnknownWire(document: unknown): boolean {
  const named = typeof document === "object" && document !== null && "dialect" in document ? document.dialect : null;
  return typeof named === "string" && wires.every(({ name }) => name !== named);
}
