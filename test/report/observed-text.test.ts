import { expect, it } from "vitest";
import type { Finding } from "../../harness/kernel/finding.ts";
import { observedText } from "../../harness/report/lines/finding-lines.ts";

it.each([
  [["f"], "1 of 2 tools is missing", "1 of 2 tools is missing: f"],
  [["is"], "1 of 2 tools is missing", "1 of 2 tools is missing: is"],
  [["speed"], 'speed is "a" in the parent', 'speed is "a" in the parent'],
  [["a", "b"], "a is 1; b is 2", "a is 1; b is 2"],
  [["web_search", "x"], "web_search, x: 2 switched off", "web_search, x: 2 switched off"],
  [["text", "media"], "2 of 3 are missing (text, media)", "2 of 3 are missing (text, media)"],
  [[], "what was seen", "what was seen"],
])("the names %j are added to %j unless it has them already", (names, observed, told) => {
  expect(observedText({ ...finding, names, observed })).toBe(told);
});

const finding: Finding = {
  code: "CB202",
  slug: "tool-removed",
  role: "cause",
  severity: "high",
  segment: "tools",
  pointer: null,
  names: [],
  observed: "",
  suspected: "CB202",
  confirmed: null,
  lostBytes: null,
  fix: "",
};
