import fc from "fast-check";
import { expect, it } from "vitest";
import { isSurelyJson } from "../../harness/wire-scan/simd/is-surely-json.ts";
import { parses } from "../support/parses.ts";
import { rawJson } from "../support/raw-json.ts";

const TOKENS = [
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  '"a"',
  '"\\n"',
  "1",
  "-0.5e+3",
  "true",
  " ",
  "\n",
  '"',
  "\\",
  "x",
  "0",
  "e",
];

/** What stands before: nothing, a container just opened, a member, an element, a string. */
const BEFORE = ["", "[", "{", '{"a":', "[1,", '{"a":1,', '[{"b":[]}', '["'];

/** The tokens in question end a block, cross its end or begin the next. */
const SHIFTS = [0, 57, 60, 62, 63];

it("every short text is taken if and only if the native parser takes it", () => {
  let taken = 0;
  let checked = 0;
  const check = (text: string, left: number): void => {
    const isJson = parses(text);
    const isContainer = /^\s*[[{]/.test(text);
    expect(isSurelyJson(Buffer.from(text)), JSON.stringify(text)).toBe(isJson && isContainer);
    checked += 1;
    if (isJson) taken += 1;
    if (left > 0) for (const token of TOKENS) check(text + token, left - 1);
  };
  for (const before of BEFORE) for (const shift of SHIFTS) check(" ".repeat(shift) + before, 2);
  for (const ending of ["]", "}", "}]", '"]'])
    for (const token of TOKENS) for (const before of BEFORE) check(`${before}${token}${ending}`, 1);
  expect(checked).toBeGreaterThan(20_000);
  expect(taken).toBeGreaterThan(300);
});

it("every byte at every place of a text is minded as the native parser minds it, across blocks and windows", () => {
  const text =
    '{"a":[1,-2.50e+3,0,10.1E-2,true,false,null,"",{}, [] ,{"b\\u00e9":{"c":[[],{}]}}],\n\t"d\\"\\\\":"\\/\\b\\f\\n\\r\\t","e" : [ 1 , "f" ]}';
  // At the end of a window each check reads all of it, so only every eighth byte is put there.
  for (const [shift, step] of [
    [0, 1],
    [31, 1],
    [64 * 1024 - text.length / 2, 8],
  ] as const) {
    const bytes = Buffer.from(`${" ".repeat(shift)}${text}`);
    expect(isSurelyJson(bytes)).toBe(true);
    for (let at = bytes.length - text.length; at < bytes.length; at += 1) {
      const [kept] = bytes.subarray(at, at + 1);
      for (let byte = 0; byte < 256; byte += step) {
        bytes[at] = byte;
        const isJson = parses(bytes.toString("latin1").trimStart());
        if (isSurelyJson(bytes) !== isJson) expect.unreachable(`byte ${byte} at ${at}: the parser says ${isJson}`);
      }
      bytes[at] = kept ?? 0;
    }
  }
});

it("a long text is taken as it is, and refused with any byte changed that the native parser minds", () => {
  let refused = 0;
  fc.assert(
    fc.property(
      fc.array(rawJson, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(1, 40, 1_500),
      fc.nat(),
      fc.constantFrom("", '"', "\\", ",", ":", "{", "}", "[", "]", "0", "x", " ", "\n", "\u0001", "\\u12G4", "\\u00e9"),
      (texts, times, seed, put) => {
        const text = `[${Array.from({ length: times }, () => texts.join(",")).join(",")}]`.slice(0, 200_000);
        const whole = parses(text) ? text : `[${texts.join(",")}]`;
        expect(isSurelyJson(Buffer.from(whole))).toBe(true);
        const at = seed % whole.length;
        const mutated = whole.slice(0, at) + put + whole.slice(at + 1);
        const isTaken = isSurelyJson(Buffer.from(mutated));
        if (isTaken) expect(parses(mutated)).toBe(true);
        else if (parses(mutated)) expect(mutated.trimStart()[0]).not.toMatch(/[[{]/);
        if (!isTaken) refused += 1;
      },
    ),
    { numRuns: 200 },
  );
  expect(refused).toBeGreaterThan(100);
});

it("what is left to a parser is not taken: another root, a number of more digits than a block, deep nesting", () => {
  for (const text of ["1", '"a"', "true", `[${"1".repeat(200_000)}]`, `${"[".repeat(70_000)}${"]".repeat(70_000)}`])
    expect(isSurelyJson(Buffer.from(text))).toBe(false);
});
