import { expect, test } from "vitest";
import { isTagged, untag } from "../../../harness/diagnosis/text/tagged-sections.ts";

test.each([
  ["<a>1</a>", true],
  ["\n<system-reminder>\nx <b> y\n</system-reminder>\n", true],
  ['<context source="x">1</context>\n<b>2</b>', true],
  ["<a>1</a> and words", false],
  ["words <a>1</a>", false],
  ["<a>1", false],
  ["1 < 2 and 3 > 2", false],
  ["", false],
])("the text %j has tagged sections: %s", (text, tagged) => {
  expect(isTagged(text)).toBe(tagged);
});

test("a section is removed with the white space around it", () => {
  expect(untag("one\n\n<a>1</a>\n\ntwo")).toEqual({ rest: "one\ntwo", sections: [{ tag: "a", text: "<a>1</a>" }] });
});

test("a long text of tags without an end is left unchanged", () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `<t${index}>`).join("\n");
  expect(untag(text)).toEqual({ rest: text, sections: [] });
});
