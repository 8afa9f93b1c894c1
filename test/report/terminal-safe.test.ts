import * as fc from "fast-check";
import { expect, test } from "vitest";
import { escapeControlChars } from "../../harness/kernel/text/escape-control-chars.ts";
import { terminalSafe } from "../../harness/kernel/text/terminal-safe.ts";
import { makePaint } from "../../harness/report/tables/paint.ts";
import { renderJudgement } from "../../harness/report/render-judgement.ts";
import { divergedJudgement as sampleJudgement } from "./sample-judgement.ts";

const steering = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test.each([
  ["\u001B[2J\u001B]0;x\u0007", "␛[2J␛]0;x␇"],
  ["a\u009B31m\u202Eb\u2028c\r", "a<U+009B>31m<U+202E>b<U+2028>c␍"],
  ["a\r\u001B[Kb", "a\r\u001B[Kb"],
  ["two\nlines, a\u00A0space", "two\nlines, a\u00A0space"],
])("the text %j is made visible, except for forkproof's own control sequences", (text, drawn) => {
  expect(terminalSafe(text)).toBe(drawn);
});

test("forkproof's own colours pass unchanged", () => {
  for (const brush of Object.values(makePaint(true))) expect(terminalSafe(brush("x"))).toBe(brush("x"));
});

test("any other control character becomes visible, and escaped text stays unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const plain = text.replaceAll("\u001B", "");
      expect(terminalSafe(plain)).not.toMatch(steering);
      expect(terminalSafe(escapeControlChars(text))).toBe(escapeControlChars(text));
    }),
  );
});

test("no text of a judgement can control the terminal", () => {
  const text = "a\u001B[2J\u202E\u009B\u0007b\nc";
  const [finding] = sampleJudgement.findings;
  if (finding === undefined || sampleJudgement.divergence === null) throw new Error("the sample has both");
  const divergence = { ...sampleJudgement.divergence, at: text, pointer: text, childPointer: text };
  const told = { ...sampleJudgement, chosen: text, reusableBecause: [text], divergence };
  const written = renderJudgement(
    { ...told, findings: [{ ...finding, observed: text, names: [text], fix: text }] },
    {
      colour: false,
      columns: 80,
    },
  );
  expect(written).not.toMatch(steering);
  expect(written).not.toMatch(/^c/m);
});
