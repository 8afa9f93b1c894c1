import { expect, test } from "vitest";

import type { BreakCost } from "../../harness/kernel/breaks/break-cost.ts";
import type { Finding } from "../../harness/kernel/finding.ts";
import { renderJudgement } from "../../harness/report/render-judgement.ts";
import { renderJudgementLine } from "../../harness/report/render-judgement-line.ts";
import { divergedJudgement, identicalJudgement, toolRemoved } from "./sample-judgement.ts";

const plain = { colour: false, columns: 80 };

test("the judgement shows a break with its place on both sides, marked without colour", () => {
  expect(renderJudgement(divergedJudgement, plain)).toMatchInlineSnapshot(`
    "diverged  request 5 leaves request 3 at /tools/1

      parent    3, 43,210 bytes, sha256 aaaaaaaaaaaa
      child     5, 40,000 bytes, sha256 bbbbbbbbbbbb
      rules     anthropic-messages, provider anthropic
      class     changed
      shared    1 of 40 blocks, 8,400 of 41,977 bytes (20.0 %)
      aside     cache_control
      reusable  no: CB202: 1 of 12 tools is missing
      cost      about 9,000 cached tokens lost (estimated between reported totals);
                about $0.0311 more, at prices of 2026-11-20
      ratio     0.10 of 0.95, efficiency 0.11: low

    first difference in tools, at /tools/1/name
      parent  /tools/1, byte 8,412 of the body
              …,{"name":"write_file","description":"Writes
                         ^^^^^^^^^^
      child   /tools/1, byte 8,399 of the body
              …,{"name":"read_file","description":"Reads
                         ^^^^^^^^^

    CB202 tool-removed (cause)  1 of 12 tools is missing: write_file
          at    /tools/1 (tools)
          cost  41,977 bytes of the parent's prefix cannot be read from cache
          fix   Declare the parent's tools unchanged and deny the calls in the
                fork's tool filter.
          more  forkproof explain CB202
    "
  `);
});

test("the judgement shows a side without a block", () => {
  const divergence = { ...divergedJudgement.divergence!, childOffset: null, childExcerpt: null, childDiffers: null };
  const lines = renderJudgement({ ...divergedJudgement, divergence }, plain).split("\n");
  expect(lines.filter((line) => line.includes("ends before"))).toEqual(["  child   /tools/1, ends before this block"]);
});

test("the judgement of an intact prefix is one sentence", () => {
  const headline = (change: Partial<typeof identicalJudgement>, columns = plain.columns): string | undefined =>
    renderJudgement({ ...identicalJudgement, ...change }, { ...plain, columns }).split("\n")[0];
  expect([
    headline({}),
    headline({ class: "shortened" }),
    headline({ verdict: "rendered-identical", normalisations: ["cache_control", "token-whitespace"] }),
    headline({ verdict: "not-comparable", class: "unrelated", reusableBecause: [] }),
    headline({ verdict: "not-comparable", class: "unrelated", reusableBecause: ["POST /x is of no wire"] }, 120),
    headline({ sharedEnd: "/messages/4" }, 120),
    headline({ findings: [{ ...toolRemoved, code: "CB601" }] }, 120),
    headline(
      {
        findings: [
          { ...toolRemoved, code: "CB601" },
          { ...toolRemoved, code: "CB418", role: "invalid" },
        ],
      },
      160,
    ),
  ]).toMatchInlineSnapshot(`
    [
      "byte-identical  request 5 repeats all of request 3, byte for byte",
      "byte-identical",
      "rendered-identical",
      "not-comparable  requests 3 and 5 have nothing to compare",
      "not-comparable  requests 3 and 5 have nothing to compare: POST /x is of no wire",
      "byte-identical  request 5 repeats request 3 up to /messages/4, the fork point that was asked for, byte for byte",
      "byte-identical  request 5 repeats all of request 3, byte for byte, and yet its cache is lost: CB601",
      "byte-identical  request 5 repeats all of request 3, byte for byte, and yet its cache is lost: CB601, and yet the provider refuses it: CB418",
    ]
  `);
});

test("the judgement never rounds a shared part up to 100 %", () => {
  const shared = { blocks: 39, bytes: 41976 };
  expect(renderJudgement({ ...divergedJudgement, shared }, plain)).toContain("41,976 of 41,977 bytes (99.9 %)");
});

test("the judgement puts causes of a loss before notes, and keeps notes short", () => {
  const note: Finding = { ...toolRemoved, code: "CB510", slug: "breakpoint-moved", role: "note", lostBytes: null };
  const text = renderJudgement({ ...divergedJudgement, findings: [note, toolRemoved] }, plain);
  expect(text.slice(text.indexOf("CB202 tool-removed (cause)"))).toMatchInlineSnapshot(`
    "CB202 tool-removed (cause)  1 of 12 tools is missing: write_file
          at    /tools/1 (tools)
          cost  41,977 bytes of the parent's prefix cannot be read from cache
          fix   Declare the parent's tools unchanged and deny the calls in the
                fork's tool filter.
          more  forkproof explain CB202

    CB510 breakpoint-moved (note)  1 of 12 tools is missing: write_file
          at    /tools/1 (tools)
    "
  `);
});

test("the judgement shows a provider's own reason next to ours, and omits an unknown cost", () => {
  const cost = (finding: Partial<Finding>): readonly string[] =>
    renderJudgement({ ...divergedJudgement, breakCost: null, findings: [{ ...toolRemoved, ...finding }] }, plain)
      .split("\n")
      .filter((line) => line.includes(" cost "));
  expect(cost({ confirmed: "tools_changed", lostBytes: null })).toEqual([
    "      cost  the provider says tools_changed",
  ]);
  expect(cost({ lostBytes: null })).toEqual([]);
});

test("the judgement says how a break's cost is known, and that a model without a price has no cost", () => {
  const wide = { ...plain, columns: 200 };
  const told = (change: Partial<BreakCost>): string =>
    renderJudgement({ ...divergedJudgement, breakCost: { ...divergedJudgement.breakCost!, ...change } }, wide)
      .split("\n")
      .find((line) => line.startsWith("  cost"))!;
  expect([
    told({ grade: "reported" }),
    told({ grade: "estimate", usd: null, model: "own-model" }),
    told({ lostTokens: 1, pricesOf: null }),
    told({ lostTokens: 0, usd: 0 }),
  ]).toEqual([
    "  cost      9,000 cached tokens lost (reported); $0.0311 more, at prices of 2026-11-20",
    "  cost      about 9,000 cached tokens lost (estimated; no usage reported); price unknown for own-model",
    "  cost      about 1 cached token lost (estimated between reported totals)",
    "  cost      no tokens lost (estimated between reported totals)",
  ]);
});

test("several judgements have a line each", () => {
  expect(renderJudgementLine(divergedJudgement, "traffic.jsonl", plain)).toMatchInlineSnapshot(`
    "diverged            no       traffic.jsonl 3 -> 5  CB202 tool-removed
    "
  `);
});
