import fc from "fast-check";

const whiteSpace = fc.constantFrom("", "", "", " ", "\n", "\t", "\r\n", "  \n    ");

const numberText = fc.constantFrom(
  "0",
  "-0",
  "1",
  "10",
  "1.0",
  "1e2",
  "1E+2",
  "-12.50e-3",
  "123456789012345678901234567890",
);

/** One character of a string, in one of the spellings that JSON allows. */
const character = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }).map((text) => JSON.stringify(text).slice(1, -1)),
  fc.constantFrom(
    '\\"',
    "\\\\",
    "\\/",
    "\\b",
    "\\f",
    "\\n",
    "\\r",
    "\\t",
    "\\u00e9",
    "\\u0022",
    "\\ud83d\\ude00",
    "\\ud800",
  ),
  fc.constantFrom("{", "}", "[", "]", ",", ":", "cache_control", "é", "漢", "😀"),
);

const stringText = fc.array(character, { maxLength: 40 }).map((parts) => `"${parts.join("")}"`);

const keyText = fc.oneof(
  stringText,
  fc.constantFrom('"1"', '"10"', '"a"', '"a"', '"type"', '"content"', '"\\u0061"', '"cache_control"', '""', '"a/b~c"'),
);

/** Source text of arbitrary JSON: any white space, escapes, number spellings, integer-like and repeated keys. */
export const rawJson: fc.Arbitrary<string> = fc.letrec<{
  value: string;
  array: string;
  object: string;
  member: string;
}>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: "medium" },
    stringText,
    numberText,
    fc.constantFrom("true", "false", "null"),
    tie("array"),
    tie("object"),
  ),
  array: padded(tie("value"), "[", "]"),
  object: padded(tie("member"), "{", "}"),
  member: fc
    .tuple(keyText, whiteSpace, whiteSpace, tie("value"))
    .map(([key, before, after, value]) => `${key}${before}:${after}${value}`),
})).value;

function padded(item: fc.Arbitrary<string>, open: string, close: string): fc.Arbitrary<string> {
  const spaced = fc.tuple(whiteSpace, item, whiteSpace).map((parts) => parts.join(""));
  return fc
    .tuple(whiteSpace, fc.array(spaced, { maxLength: 5 }))
    .map(([blank, items]) => open + (items.length > 0 ? items.join(",") : blank) + close);
}
