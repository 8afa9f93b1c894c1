import { expect, test } from "vitest";

import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import type { InspectedExchange, JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import { renderInspect } from "../../harness/report/render-inspect.ts";
import { inspectionTotals } from "../../harness/verdict/recording/inspection-totals.ts";
import { divergedJudgement, toolRemoved } from "./sample-judgement.ts";
import { plainExchange } from "../support/plain-exchange.ts";

const plain = { colour: false, columns: 80 };

const root: InspectedExchange = {
  ...plainExchange,
  usage: { read: 0, write: 20000, fresh: 12, output: 40, longWrite: 0 },
  ratio: { observed: 0, expected: null, efficiency: null, verdict: null },
};

function next(id: string, parent: string, change: Partial<InspectedExchange> = {}): InspectedExchange {
  const shared = { blocks: 40, bytes: 41977 };
  const usage = { read: 20000, write: 500, fresh: 9, output: null };
  const ratio = { observed: 20000 / 20509, expected: 20012 / 20509, efficiency: 20000 / 20012, verdict: "ok" } as const;
  const judged = { class: "extension", verdict: "byte-identical", reusable: "yes", shared, usage, ratio } as const;
  return { ...root, ...judged, id, parent, relation: "turn", certainty: "observed", ...change };
}

function inspectionOf(exchanges: readonly InspectedExchange[]): JudgedRecording {
  return {
    schema: "forkproof/inspection@2",
    exchanges,
    reordered: 0,
    totals: inspectionTotals(exchanges, 0),
  };
}

test("inspect draws the main line straight down and everything else to its right", () => {
  const { breakCost, ratio } = divergedJudgement;
  const lost = { class: "changed", verdict: "diverged", reusable: "no", findings: [toolRemoved] } as const;
  const broken = { ...lost, breakCost, ratio, countedOver: null };
  const exchanges = [
    root,
    next("2", "1"),
    next("3", "2", { relation: "branch", usage: null, ...broken }),
    next("4", "2"),
    next("5", "3"),
    next("6", "2", { relation: "side", model: "claude-haiku-4-5" }),
    next("7", "4", { relation: "branch" }),
    { ...root, id: "8", relation: "fresh", model: null, dialect: null, usage: null, ratio: null, countedOver: null },
  ] as const;
  expect(renderInspect(pricedInspection(inspectionOf(exchanges)), plain)).toMatchInlineSnapshot(`
    "● 1: root, claude-sonnet-4-5, anthropic-messages
    │   cache read 0, cache write 20,000, fresh input 12; ratio 0.00
    ● 2: turn of 1, extension, byte-identical, reusable yes
    │   shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
    │   input 9; ratio 0.98 of 0.98, efficiency 1.00: ok
    ├─● 3: branch of 2, changed, diverged, reusable no
    │ │   shares 40 blocks, 41,977 bytes; usage not reported
    │ │   cause   CB202 tool-removed: 1 of 12 tools is missing: write_file
    │ │   cost    about 9,000 cached tokens lost (estimated between reported
    │ │           totals); about $0.0311 more, at prices of 2026-11-20
    │ ● 5: turn of 3, extension, byte-identical, reusable yes
    │     shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
    │     input 9; ratio 0.98 of 0.98, efficiency 1.00: ok
    ├─● 6: side of 2, claude-haiku-4-5, anthropic-messages, extension,
    │     byte-identical, reusable yes
    │     shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
    │     input 9; ratio 0.98 of 0.98, efficiency 1.00: ok
    ● 4: turn of 2, extension, byte-identical, reusable yes
    │   shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
    │   input 9; ratio 0.98 of 0.98, efficiency 1.00: ok
    └─● 7: branch of 4, extension, byte-identical, reusable yes
          shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
          input 9; ratio 0.98 of 0.98, efficiency 1.00: ok

    ● 8: fresh, unknown model, unknown wire format
        usage not reported

    8 exchanges: 5 byte-identical, 1 diverged, 2 without a parent
    tokens  read 100,000 and unknown in 1, written 22,500 and unknown in 1, fresh 57
            and unknown in 1, output 40 and unknown in 6
    ratios  5 ok, 1 low
    breaks  1
    lost    about 9,000 tokens, ours
    money   $0.0756 for 1 of 7 requests; avoidable about $0.0311, ours
    CB202 tool-removed  at 3
    "
  `);
});

test("inspect marks a suspected relation, for which the recording has no evidence", () => {
  const compacted = next("2", "1", { relation: "compaction", certainty: "suspected" });
  const task = { ...root, id: "3", relation: "fresh", certainty: "suspected" } as const;
  const text = renderInspect(inspectionOf([root, compacted, task]), plain);
  expect(text).toContain("● 2: compaction of 1 (suspected), extension, byte-identical, reusable yes");
  expect(text).toContain("● 3: fresh (suspected), claude-sonnet-4-5");
});

test("inspect continues the main line from the summary, and draws the request for it to the right", () => {
  const asks = next("2", "1", { relation: "compaction" });
  const begun = next("3", "1", { relation: "compaction" });
  expect(renderInspect(inspectionOf([root, asks, begun, next("4", "3")]), plain)).toMatch(
    /├─● 2: compaction of 1[^●]*\n● 3: compaction of 1[^●]*\n● 4: turn of 3/,
  );
  expect(renderInspect(inspectionOf([root, asks, begun]), plain)).toMatch(/├─● 2: [^●]*\n● 3: /);
});

test("inspect cuts long IDs short, and says so", () => {
  const idOf = (at: number): string => `somebody/recordings:tests/cassettes/of/one/long/way/to/a/file.yaml@abc#${at}`;
  const text = renderInspect(inspectionOf([{ ...root, id: idOf(0) }, next(idOf(1), idOf(0))]), plain);
  expect(text).toContain("● somebody/recordings:t…y/to/a/file.yaml@abc#1: turn of\n");
  expect(text).toContain("they are cut short here, and whole in --json");
  expect(renderInspect(inspectionOf([root]), plain)).not.toContain("--json");
});

test("inspect says that it put requests in the order in which they were sent", () => {
  const said = (reordered: number): string => renderInspect({ ...inspectionOf([root]), reordered }, plain);
  expect(said(1)).toContain("order   1 request stood behind one that was sent later: the list is in the order");
  expect(said(0)).not.toContain("order");
});

test("inspect draws a line of ten thousand turns", () => {
  const turns = Array.from({ length: 10_000 }, (_, index) => next(String(index + 2), String(index + 1)));
  const text = renderInspect(inspectionOf([root, ...turns]), plain);
  expect(text.match(/^● /gm)).toHaveLength(10_001);
});

test("inspect shows a note on an earlier conversation with the short ID and the reason why nothing was lost", () => {
  const [first, second] = ["a", "b"].map((name) => `recordings/of/an/agent/with/a/very/long/path/${name}.jsonl#0`);
  if (first === undefined || second === undefined) throw new Error("two were made");
  const differs = [
    { code: "CB302", slug: "system-timestamp", segment: "system", pointer: "/system/0", was: "1", now: "2" },
  ] as const;
  const compared = {
    comparedWith: first,
    shared: { blocks: 2, bytes: 20, of: { blocks: 3, bytes: 30 } },
    differs: differs.map((each) => ({ ...each, observed: "a date or time differs" })),
    cost: null,
    nothingLost: "expired",
  } as const;
  const text = renderInspect(
    inspectionOf([
      { ...root, id: first },
      { ...root, id: second, root: compared },
    ]),
    { colour: false, columns: 400 },
  );
  expect(text).not.toContain(first);
  expect(text).toMatch(
    /note +first difference to conversation \S*a\S* in \/system\/0: CB302 system-timestamp, a date or time differs; nothing lost: the earlier entry had expired/,
  );
});

test("inspect shows a doubt with the other parent, the possible break and how to settle it, and counts it in the totals", () => {
  const exchanges = [
    root,
    next("2", "1", { parentBecause: ["repeats-answer"] }),
    next("7", "2", { parentBecause: ["repeats-answer"] }),
    next("9", "2", {
      relation: "branch",
      parentBecause: ["shared-prefix"],
      alternatives: [{ parent: "7", verdict: "diverged" }],
      suspected: ["CB407"],
    }),
    next("10", "7", {
      alternatives: [
        { parent: "2", verdict: "byte-identical" },
        { parent: "a b", verdict: "diverged" },
      ],
      suspected: ["CB401", "CB407"],
    }),
    next("11", "10", { parentBecause: ["said"] }),
  ];
  const lines = renderInspect(inspectionOf(exchanges), { colour: false, columns: 120 }).split("\n");
  const shown = lines
    .filter((line) => /^\W*(?:because|doubt|breaks|suspected)/.test(line))
    .map((line) => line.replace(/^\W+/, ""));
  expect(shown).toEqual([
    "because it shares the parent's prefix",
    "doubt   may continue 7 instead: diverged, CB407; settle it with --parent-of 9=7 or --parent-of 9=2",
    "doubt   may continue 2 or a b instead: byte-identical of 2, diverged of a b, CB401, CB407; settle it with",
    "because the user named the parent",
    "breaks  0 that are certain",
    "suspected  2 possible breaks, at 9, 10",
  ]);
  expect(lines.join(" ").replaceAll(/[\s│]+/g, " ")).toContain(
    "settle it with --parent-of 10=2 or --parent-of '10=a b' or --parent-of 10=7",
  );
});

test("inspect settles a doubt with whole IDs even if it draws them short", () => {
  const long = (number: number): string =>
    `0xPlaygrounds/rig:tests/cassettes/anthropic/prompt_caching.yaml@b75850e899#${number}`;
  const exchanges = [
    { ...root, id: long(0) },
    next(long(1), long(0)),
    next(long(2), long(0), { alternatives: [{ parent: long(1), verdict: "diverged" }], suspected: ["CB407"] }),
  ];
  const text = renderInspect(inspectionOf(exchanges), { colour: false, columns: 900 });
  expect(text).toContain(`--parent-of ${long(2)}=${long(1)} or --parent-of ${long(2)}=${long(0)}`);
});

test("inspect draws agents that each give a task to the next straight down from the fifth on", () => {
  const agents = Array.from({ length: 30 }, (_, at) => next(`${at + 2}`, `${at + 1}`, { relation: "fresh" }));
  const text = renderInspect(inspectionOf([root, ...agents]), plain);
  const columns = text.split("\n").flatMap((line) => (line.includes("●") ? [line.indexOf("●")] : []));
  expect(columns.slice(0, 6)).toEqual([0, 2, 4, 6, 8, 8]);
  expect(columns).toHaveLength(31);
  expect(Math.max(...columns)).toBe(8);
});
