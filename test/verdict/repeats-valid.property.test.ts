import fc from "fast-check";
import { expect, it } from "vitest";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { repeatsValid } from "../../harness/verdict/recording/repeats-valid.ts";
import { validateJson } from "../../harness/wire-scan/validate-json.ts";

const frame = '"model":"m","tools":[{"name":"a"}],"system":[{"type":"text","text":"s"}]';
const message = fc.constantFrom(
  '{"role":"user","content":"a"}',
  '{"role":"user","content":[{"type":"text","text":"é"}]}',
  "1",
);
const list = fc.array(message, { minLength: 1, maxLength: 4 });

/** Insertions for any place: tokens that fix or break the text around them, and bytes that are not UTF-8. */
const pieces = [",", "]", "}", "[", "{", '"', "\\", ".5", "1", " ", ',{"role":"user","content":"b"}', "],[", '"x":1'];
const piece = fc.oneof(fc.constantFrom(...pieces.map((text) => Buffer.from(text))), fc.constant(Buffer.from([0xff])));

/** A valid body after an insertion or a removal counts as valid only if it still is. */
it("a body is accepted by comparison with an earlier one only if the parser accepts the whole", () => {
  let valid = 0;
  let invalid = 0;
  fc.assert(
    fc.property(list, fc.boolean(), fc.nat(), fc.nat(3), piece, (messages, first, seed, cut, put) => {
      const told = `"messages":[${messages.join(", ")}]`;
      const known = Buffer.from(first ? `{${told},${frame}}` : `{${frame},${told}}`);
      const at = seed % (known.length + 1);
      const body = Buffer.concat([known.subarray(0, at), put, known.subarray(at + cut)]);
      if (repeatsValid(body, parseLayout(known))) {
        valid += 1;
        expect(validateJson(body)).toBeNull();
      } else if (validateJson(body) !== null) invalid += 1;
    }),
    { numRuns: 20_000 },
  );
  expect(valid).toBeGreaterThan(20);
  expect(invalid).toBeGreaterThan(1_000);
});

it("a conversation's added messages are accepted without parsing the whole body", () => {
  const grown = (more: string, tail: string): Buffer =>
    Buffer.from(`{"messages":[{"role":"user","content":"a"}${more}],${frame}${tail}}`);
  const layout = parseLayout(grown("", ""));
  const added = ',{"role":"assistant","content":"b"}';
  expect([grown(added, ""), grown(added, ',"stream":true')].map((body) => repeatsValid(body, layout))).toEqual([
    true,
    true,
  ]);
});
