import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characterAt } from "../../harness/wire-scan/character-at.ts";

/** A text, and one of the ways in which JSON can spell it. */
const spelled = fc
  .array(fc.tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), fc.boolean()), { maxLength: 40 })
  .map((characters) => characters.map(([text, isEscaped]) => ({ text, raw: isEscaped ? escaped(text) : plain(text) })));

function plain(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}

describe("the character of a byte in a JSON string", () => {
  it("is the number of the code point that the byte spells, whatever the spelling", () => {
    fc.assert(
      fc.property(spelled, (characters) => {
        const head = '{"system": [1, {"text": "';
        const bytes = Buffer.from(`${head}${characters.map(({ raw }) => raw).join("")}"}]}`);
        let offset = head.length;
        for (const [at, { raw }] of characters.entries()) {
          const end = offset + Buffer.byteLength(raw);
          for (; offset < end; offset += 1)
            expect(characterAt(bytes, offset)).toEqual({ pointer: "/system/1/text", character: at + 1 });
        }
        expect(characterAt(bytes, offset)).toEqual({ pointer: "/system/1/text", character: characters.length + 1 });
      }),
      { numRuns: 200 },
    );
  });

  it("is null where the byte lies in a key, a number, a container or the opening quote", () => {
    const text = '{"key": "text", "count": 12, "list": []}';
    for (const within of ["key", ' "text', '"text', "12", "[", ", "])
      expect(characterAt(Buffer.from(text), text.indexOf(within))).toBeNull();
  });
});
