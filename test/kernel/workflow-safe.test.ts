import fc from "fast-check";
import { expect, test } from "vitest";

import { workflowSafe, workflowSafeJson } from "../../harness/kernel/text/workflow-safe.ts";

test.for([
  ["::error::pwned", "\\::error::pwned"],
  ["fine\n \t::add-mask::x\nfine", "fine\n \t\\::add-mask::x\nfine"],
  ["\u00A0\u2003::stop-commands::x", "\u00A0\u2003\\::stop-commands::x"],
  ["\u001B[31m::error::x\u001B[39m", "\u001B[31m\\::error::x\u001B[39m"],
  ["a::b", "a::b"],
  ["see ##[error]x", "see \\u0023#[error]x"],
  ["###[group]", "#\\u0023#[group]"],
] as const)("the text %j is printed as %j", ([text, printed]) => {
  expect(workflowSafe(text)).toBe(printed);
});

/** As GitHub's runner reads a line: it ignores leading spaces. */
const isCommand = (line: string): boolean => line.trimStart().startsWith("::") || line.includes("##[");

test("no line of a printed text is a command, and a safe text stays unchanged", () => {
  const piece = fc.constantFrom(
    "::",
    ":",
    "#",
    "##[",
    "[",
    " ",
    "\t",
    "\n",
    "\r",
    "\u001B[31m",
    "error",
    "]",
    "\u2028",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const safe = workflowSafe(pieces.join(""));
      expect(safe.split(/\r\n|\r|\n/).filter(isCommand)).toEqual([]);
      expect(workflowSafe(safe)).toBe(safe);
    }),
  );
});

test("a JSON document has the same value after it was made safe", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("#", "[", "\\", '"', "a", "\\u0023"), { maxLength: 12 }), (pieces) => {
      const json = JSON.stringify([pieces.join("")]);
      expect(JSON.parse(workflowSafeJson(json))).toEqual([pieces.join("")]);
      expect(workflowSafeJson(json)).not.toContain("##[");
    }),
  );
});
