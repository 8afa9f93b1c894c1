import { beforeAll, expect, test } from "vitest";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { runScenarios } from "../../harness/run/run-scenarios.ts";
import { strategyNames } from "../../harness/run/fork-library.ts";
import { strategies as strategyWires } from "../../src/index.ts";
import { makeVocabulary } from "../../harness/run/vocabulary.ts";
import { makeScenarioLoader } from "../../harness/scenario/load-scenario.ts";
import scenarioSchema from "../../harness/scenario/scenario.schema.json" with { type: "json" };

let result: RunResult;
beforeAll(async () => {
  result = await runScenarios({ paths: ["scenarios/strategies"], tags: [], ci: false });
}, 60_000);

const job = (file: string): JobResult => result.jobs.find((each) => each.file === `scenarios/strategies/${file}.yaml`)!;

test("all strategy scenarios pass, and each examined something", () => {
  expect(result.jobs.filter(({ outcome }) => outcome.status !== "passed").map(({ id }) => id)).toEqual([]);
  expect(result.jobs.flatMap(({ checks }) => checks.filter(({ examined }) => examined.count === 0))).toEqual([]);
  expect(result.summary.warnings).toBe(0);
});

test("scenarios, their schema and the library know the same strategies", () => {
  expect(makeVocabulary().strategies).toEqual(strategyNames);
  expect(Object.keys(scenarioSchema.definitions.fork.properties.strategy.properties)).toEqual(strategyNames);
});

test("every strategy ran on each wire format that it supports", () => {
  const ran = new Set(
    result.jobs.flatMap(({ file, variant, judgements }) =>
      judgements.map(({ dialect }) => {
        const named = strategyNames.find((name) => variant["strategy"] === name || file.includes(`/${name}`));
        return `${named} on ${dialect}`;
      }),
    ),
  );
  const all = strategyWires.flatMap(({ name, wires }) => wires.map((wire) => `${name} on ${wire}`));
  expect(all).toHaveLength(25);
  expect(all.filter((each) => !ran.has(each))).toEqual([]);
});

test("a strategy is judged up to the end that it declares, and no further", () => {
  const whole = job("pass-through").judgements[0]!.examined.blocks;
  const window = job("snapshot-query-window").judgements[0]!;
  expect(window).toMatchObject({ verdict: "byte-identical", divergence: null });
  expect(window.examined.blocks).toBeLessThan(whole / 2);
  expect(window.shared).toEqual(window.examined);
  // The same move, judged to the parent's end since its scenario says that it breaks the prefix.
  expect(job("last-n-turns-moves").judgements[0]).toMatchObject({
    verdict: "diverged",
    examined: { blocks: whole },
    shared: window.shared,
  });
});

test("an unknown option of a strategy is reported with its place and the right name", () => {
  expect(faultsOf("{ placeholder-results: { acknowlege: true } }")).toEqual([
    "unknown key `acknowlege` in `fork.strategy.placeholder-results`; did you mean `acknowledge`?; case.yaml:3:44",
  ]);
  expect(faultsOf("{ snapshot-query: { tools: none } }")).toEqual([
    '`fork.strategy.snapshot-query.tools` cannot be "none"; known here: kept, emptied; case.yaml:3:46',
  ]);
  expect(faultsOf("{ last-n-turns: { turns: 0 } }")).toEqual([
    "`fork.strategy.last-n-turns.turns` is too small: 0; write 1 or more; case.yaml:3:44",
  ]);
  expect(faultsOf("{ pass-through: { window: 3 } }")).toEqual([
    "unknown key `window` in `fork.strategy.pass-through`; remove it; case.yaml:3:37",
  ]);
  expect(faultsOf("{ pass-trough: {} }")).toEqual([
    "unknown key `pass-trough` in `fork.strategy`; did you mean `pass-through`?; case.yaml:3:21",
  ]);
  expect(faultsOf("{ pass-through: {}, qwen-history: {} }")).toEqual([
    "`pass-through` and `qwen-history` do not go together; keep one of them; case.yaml:3:39",
  ]);
});

function faultsOf(strategy: string): readonly string[] {
  const text = `name: x\nparent: { source: s, exchange: last }\nfork: { strategy: ${strategy}, prompt: go }\n`;
  const loaded = makeScenarioLoader(makeVocabulary())("case.yaml", Buffer.from(text));
  if (loaded.kind === "loaded") return [];
  return loaded.errors.map(({ message, fix, where }) => `${message}; ${fix}; ${where}`);
}
