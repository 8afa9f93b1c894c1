import * as fc from "fast-check";

/** White space between tokens, mostly empty. */
export const space: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom(" ", "\n", "\t", "\r\n", "\n    ") },
);

/** A string with its quotes; characters may be escaped without need, and brackets, quotes and backslashes abound. */
const stringText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\\"',
        "\\\\",
        "\\/",
        "\\n",
        "\\u007b",
        "\\ud83d\\ude00",
        "\\u00e9",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "é",
        "😀",
      ),
      fc.constantFrom("messages", "stream", "tools"),
      fc.string({ unit: "grapheme", maxLength: 5 }).map((text) => JSON.stringify(text).slice(1, -1)),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => `"${pieces.join("")}"`);

/** A member name: plain, integer-like, or one that means something at the top of a body. */
export const nameText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('"messages"', '"stream"', '"2"', '"10"', '"__proto__"', '""', '"a\\u0062"'),
  stringText,
);

function arrayOf(element: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(padded(element), { maxLength: 4 }), space)
    .map(([elements, inner]) => (elements.length === 0 ? `[${inner}]` : `[${elements.join(",")}]`));
}

function objectOf(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.tuple(padded(nameText), padded(value)), { maxLength: 4 }), space)
    .map(([members, inner]) =>
      members.length === 0 ? `{${inner}}` : `{${members.map(([name, value]) => `${name}:${value}`).join(",")}}`,
    );
}

function padded(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(space, text, space).map(([before, middle, after]) => before + middle + after);
}

const scalar: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("true", "false", "null", "0", "-0", "1.0", "1e2", "0.10", "12345678901234567890", "1E-7"),
  stringText,
);

/** JSON as text, spelled in every way the grammar allows: what parse and stringify would not give back. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ readonly value: string; readonly container: string }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, scalar, tie("container")),
    container: fc.oneof(arrayOf(tie("value")), objectOf(tie("value"))),
  }),
).value;
