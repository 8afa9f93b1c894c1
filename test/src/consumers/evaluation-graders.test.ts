import { describe, expect, test } from "vitest";
import {
  evaluatePrompts,
  type EvalPrompt,
  type Evaluation,
  type PromptRate,
} from "../../../src/consumers/evaluate-prompts.ts";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

/** What a grader without a type checker may give back. */
function untyped(value: unknown): never {
  return value as never;
}

const done = says({ blocks: [{ text: "Done." }] });

async function rateOf(
  grader: EvalPrompt["grader"],
  more: Partial<Pick<Evaluation, "repeat" | "concurrency" | "graderTimeoutMs" | "priceOf">> = {},
): Promise<PromptRate> {
  const llm = new ScriptedClient(Array.from({ length: more.repeat ?? 1 }, () => done));
  const prompts = [{ name: "one", prompt: "First.", grader }];
  const [rate] = await evaluatePrompts({
    forks: new DefaultForkSubagent(),
    parent: capture(),
    llm,
    tools: echo,
    prompts,
    ...more,
  });
  if (rate === undefined) throw new Error("one prompt has one rate");
  return rate;
}

async function sampleOf(...given: Parameters<typeof rateOf>): Promise<object> {
  const { samples } = await rateOf(...given);
  return samples.map(({ passed, score, complaint }) => ({ passed, score, complaint }))[0] ?? {};
}

describe("a grader of an evaluation", () => {
  test("may be asynchronous", async () => {
    expect(await sampleOf(async () => null)).toEqual({ passed: true, score: null, complaint: null });
    expect(await sampleOf(async () => "too short")).toEqual({ passed: false, score: null, complaint: "too short" });
  });

  test("may give a score, which passes from its threshold on", async () => {
    expect(await sampleOf(() => ({ score: 0.7, threshold: 0.7 }))).toEqual({
      passed: true,
      score: 0.7,
      complaint: null,
    });
    expect(await sampleOf(() => ({ score: 0.7, why: "no ship" }))).toEqual({
      passed: false,
      score: 0.7,
      complaint: "its score is 0.7, below 1: no ship",
    });
  });

  test("fails the run if it rejects, and leaves no rejection", async () => {
    const sample = await sampleOf(async () => {
      throw new Error("no model");
    });
    expect(sample).toEqual({ passed: false, score: null, complaint: "its grader failed: no model" });
  });

  test("fails the run if it never answers", async () => {
    const { promise } = Promise.withResolvers<null>();
    const complaint = "its grader failed: it did not answer within 20 ms";
    expect(await sampleOf(() => promise, { graderTimeoutMs: 20 })).toEqual({ passed: false, score: null, complaint });
  });

  test.each([
    [undefined, "nothing"],
    [true, "true"],
    [{ points: 1 }, "an object"],
    [{ score: NaN }, "an object"],
  ])("fails the run if it returns %o", async (given, named) => {
    const complaint = `its grader failed: it gave back ${named}; it has to give back a complaint, null or { score }`;
    expect(await sampleOf(() => untyped(given))).toEqual({ passed: false, score: null, complaint });
    expect(await sampleOf(async () => untyped(given))).toEqual({ passed: false, score: null, complaint });
  });
});

test("a repeated prompt has a rate with its Wilson interval, and the usage and price of all its runs", async () => {
  let runs = 0;
  const rate = await rateOf(() => ((runs += 1) % 4 === 0 ? "no" : null), {
    repeat: 20,
    concurrency: 3,
    priceOf: () => 0.5,
  });
  expect(rate).toMatchObject({ name: "one", passed: 15, runs: 20, rate: 0.75, usd: 10 });
  expect(rate.low).toBeCloseTo(0.5313, 4);
  expect(rate.high).toBeCloseTo(0.8881, 4);
  expect(rate.samples).toHaveLength(20);
  expect(await rateOf(() => null)).toMatchObject({ passed: 1, usd: null });
});

test("a price that throws or is not finite is unknown, and loses no run", async () => {
  const thrown = (): number => {
    throw new Error("no price list");
  };
  for (const priceOf of [thrown, () => NaN, () => Infinity]) {
    expect(await rateOf(() => null, { priceOf })).toMatchObject({ passed: 1, usd: null });
  }
});

test("the first fork of an evaluation runs alone, and then as many at once as `concurrency` says", async () => {
  let open = 0;
  const seen: number[] = [];
  const step = async (): Promise<typeof done> => {
    seen.push((open += 1));
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return done;
  };
  const llm = new ScriptedClient(Array.from({ length: 7 }, () => step));
  const prompts = [{ name: "one", prompt: "First.", grader: () => null }];
  const agent = { forks: new DefaultForkSubagent(), parent: capture(), llm, tools: echo };
  await evaluatePrompts({ ...agent, prompts, repeat: 7, concurrency: 3 });
  expect(seen.slice(0, 4)).toEqual([1, 1, 2, 3]);
  expect(Math.max(...seen)).toBe(3);
});

test("an evaluation refuses a repeat below 1", async () => {
  await expect(rateOf(() => null, { repeat: 0 })).rejects.toThrow("repeat: ");
});

test("an evaluation without prompts is refused, since it would examine nothing and pass", async () => {
  const given = { forks: new DefaultForkSubagent(), parent: capture(), llm: new ScriptedClient([]), tools: echo };
  await expect(evaluatePrompts({ ...given, prompts: [] })).rejects.toThrow(
    "prompts: the list of prompts is empty; pass at least one prompt",
  );
});
