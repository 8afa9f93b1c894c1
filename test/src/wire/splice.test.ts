import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ForkBody } from "../../../src/wire/fork-body.ts";
import { scanBody } from "../../../src/wire/scan-body.ts";
import { jsonText, nameText, space } from "../support/json-text.ts";
import { parseJson } from "../../support/parse-json.ts";

const inserted = ['{"role":"assistant","content":"\u{1F600} 1.0"}', '{"role":"user","content":[]}'].map((text) =>
  Buffer.from(text),
);

/** A body kept in pieces, so that the expected result can be written down without any scanner. */
type Pieces = {
  readonly head: readonly string[];
  readonly historyName: string;
  readonly gap: string;
  readonly history: readonly string[];
  readonly closing: string;
  readonly tail: readonly string[];
  readonly end: string;
};

const spaced = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(space, text).map((parts) => parts.join(""));

/** Top-level members that no edit touches. */
const bystander = fc
  .tuple(spaced(nameText), space, spaced(jsonText))
  .map(([name, gap, value]) => `${name}${gap}:${value}`)
  .filter((member) => !["stream", "max_tokens", "messages"].some((name) => Object.hasOwn(parse(`{${member}}`), name)));

/** Where a name repeats, the last member counts: these stand before it. */
const shadowed = fc.constantFrom(
  '"messages":[{"role":"user"}]',
  '"messages":null',
  ' "mess\\u0061ges" : {"messages":[1]}',
);

const bodyPieces: fc.Arbitrary<Pieces> = fc.record({
  head: fc.array(fc.oneof({ weight: 5, arbitrary: bystander }, { weight: 1, arbitrary: shadowed }), { maxLength: 4 }),
  historyName: spaced(fc.constantFrom('"messages"', '"\\u006dessages"', '"messa\\u0067es"')),
  gap: space,
  history: fc
    .array(fc.tuple(spaced(jsonText), space), { maxLength: 4 })
    .map((elements) => elements.map(([value, gap], index) => (index === elements.length - 1 ? value : value + gap))),
  closing: space,
  tail: fc.array(bystander, { maxLength: 4 }),
  end: space,
});

describe("a spliced body", () => {
  test("is the parent's bytes with the new messages at the end of the array, whatever the parent's layout", () => {
    fc.assert(
      fc.property(bodyPieces, (pieces) => {
        const parent = Buffer.from(write(pieces));
        const body = ForkBody.splice(scanBody(parent, "messages"), {}).append(inserted);
        expect(body.toBuffer().toString()).toBe(write(pieces, { append: inserted.map(String) }));
        expect(body.byteLength).toBe(body.toBuffer().length);
      }),
      { numRuns: 500 },
    );
  });

  test("gains a field after the last member, or has its value replaced in place", () => {
    fc.assert(
      fc.property(bodyPieces, jsonText, space, (pieces, old, gap) => {
        const fields = { stream: "true", max_tokens: "64" };
        const absent = Buffer.from(write(pieces));
        expect(ForkBody.splice(scanBody(absent, "messages"), fields).append(inserted).toBuffer().toString()).toBe(
          write(pieces, { append: inserted.map(String), members: ',"stream":true,"max_tokens":64' }),
        );
        const present = { ...pieces, head: [...pieces.head, `"stream":${gap}${old}`] };
        const expected = { ...pieces, head: [...pieces.head, `"stream":${gap}true`] };
        expect(
          ForkBody.splice(scanBody(Buffer.from(write(present)), "messages"), { stream: "true" }).toBuffer(),
        ).toEqual(Buffer.from(write(expected)));
      }),
      { numRuns: 500 },
    );
  });

  test("has the same meaning as the parent's body with longer history", () => {
    fc.assert(
      fc.property(bodyPieces, (pieces) => {
        const parent = write(pieces);
        const body = ForkBody.splice(scanBody(Buffer.from(parent), "messages"), { stream: "true" }).append(inserted);
        const before = parse(parent);
        const history: unknown = before["messages"];
        expect(Array.isArray(history)).toBe(true);
        expect(parse(body.toBuffer().toString())).toEqual({
          ...before,
          messages: [...(Array.isArray(history) ? history : []), ...inserted.map((bytes) => parse(bytes.toString()))],
          stream: true,
        });
      }),
      { numRuns: 300 },
    );
  });

  test("grows turn by turn on the bytes of the previous turn", () => {
    const parent = Buffer.from('{ "messages" : [ ] , "model" : "m" }');
    const first = ForkBody.splice(scanBody(parent, "messages"), {}).append([Buffer.from("1")]);
    const second = first.append([Buffer.from("2"), Buffer.from("3")]);
    expect(first.toBuffer().toString()).toBe('{ "messages" : [1 ] , "model" : "m" }');
    expect(second.toBuffer().toString()).toBe('{ "messages" : [1,2,3 ] , "model" : "m" }');
    expect(second.append([]).toBuffer()).toEqual(second.toBuffer());
  });

  test("shares the parent's bytes instead of copying them", () => {
    const parent = scanBody(Buffer.from('{"messages":[{"role":"user","content":"hi"}],"model":"m"}'), "messages");
    const siblings = ["a", "b"].map((text) => ForkBody.splice(parent, {}).append([Buffer.from(text)]));
    for (const { parts } of siblings) {
      expect(parts[0]?.buffer).toBe(parent.bytes.buffer);
      expect(parts.at(-1)?.buffer).toBe(parent.bytes.buffer);
    }
  });
});

describe("a body that cannot be spliced names the place", () => {
  test.each([
    ["", "'{' expected (byte 0)"],
    ["\uFEFF{}", "'{' expected (byte 0)"],
    ["[]", "'{' expected (byte 0)"],
    ['{"model":"m"}', "the body has no messages"],
    ['{"messages":{}}', "'[' expected (byte 12)"],
    ['{"messages":[1,]}', "a value is missing (byte 15)"],
    ['{"messages":[1 2]}', "',' expected (byte 15)"],
    ['{"messages":[}]', "a bracket closes what was not open (byte 13)"],
    ['{"messages":[', "an object or array is still open at the end (byte 13)"],
    ['{"messages":["a', "a string is still open at the end (byte 15)"],
    ['{"messages":[]', "',' expected (byte 14)"],
    ['{"messages":[]}}', "the object has ended, yet more follows (byte 15)"],
    ["{messages:[]}", "'\"' expected (byte 1)"],
    ['{"messages" []}', "':' expected (byte 12)"],
  ])("for %s", (text, message) => {
    expect(() => scanBody(Buffer.from(text), "messages")).toThrow(message);
  });
});

function write(pieces: Pieces, edits: { readonly append?: readonly string[]; readonly members?: string } = {}): string {
  const { head, historyName, gap, history, closing, tail, end } = pieces;
  const elements = [...history, ...(edits.append ?? [])].join(",");
  const members = [...head, `${historyName}${gap}:${gap}[${elements}${closing}]`, ...tail].join(",");
  return `${gap}{${members}${edits.members ?? ""}${end}}${end}`;
}

function parse(text: string): Record<string, unknown> {
  const value: unknown = parseJson(text);
  return Object.fromEntries(Object.entries(value ?? {}));
}
