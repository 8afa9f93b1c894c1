import { createHash } from "node:crypto";
import { readBytes, statKind } from "../../io/files/disk.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import type { Scored } from "../../scenario/expectations/output/examine-matcher.ts";
import type { GraderMatcher } from "../../scenario/expectations/output/output-matcher.ts";
import { resolveSource } from "../../scenario/resolve-source.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { LiveOptions } from "../live/live-options.ts";
import { askGrader } from "./ask-grader.ts";
import type { Grade } from "../../kernel/evals/grade.ts";
import { graderPrompt, readGrade } from "./grader-prompt.ts";
import { liveGrader, openScriptedGrader } from "./grader-port.ts";
import type { ScoredRun } from "./examiner-host.ts";

/** Asks a model to grade what forks said. */
export type Grader = AsyncDisposable & {
  readonly grade: (matcher: GraderMatcher, run: ScoredRun) => Promise<Graded>;
  /** Scripted answers that nothing asked for. */
  readonly unused: () => number;
};

/** The grade is null if the model did not answer, or not readably: then the score is a fault. */
export type Graded = { readonly scored: Scored; readonly grade: Omit<Grade, "lane"> | null };

/** A grader is given this long if its scenario sets no limit. */
const LIMIT_MS = 60_000;

/** More than any rubric needs. */
const MAX_RUBRIC_BYTES = 1024 ** 2;

/**
 * Opens the grader of a scenario: the real provider, or the lane `grader` of the script. The same rubric, model and text are graded
 * once a run.
 *
 * @throws HarnessError HX140 for a missing rubric, HX310 without a key for the grader's provider
 */
export async function openGrader(scenario: ForkScenario, live: LiveOptions | null): Promise<Grader> {
  const limitMs = scenario.timeoutMs ?? LIMIT_MS;
  const port = live === null ? await openScriptedGrader(scenario, limitMs) : liveGrader(scenario, live);
  const given = live === null ? new Map<string, Promise<Graded>>() : gradesOf(live.spending);
  const ask = async (matcher: GraderMatcher, bytes: Buffer, run: ScoredRun): Promise<Graded> => {
    const { model, rubric } = matcher;
    const answer = await askGrader(port, { model, prompt: graderPrompt(bytes.toString("utf8"), run), limitMs });
    const read = answer.kind === "text" ? readGrade(answer.text) : answer;
    if (read.kind === "fault")
      return { scored: { kind: "fault", text: `the grader ${model} ${read.text}` }, grade: null };
    const { score, why } = read;
    const grade = { model, rubric, sha256: sha256(bytes), score, why, usd: answer.usd };
    return { scored: { kind: "score", score, why }, grade };
  };
  return {
    grade: async (matcher, run) => {
      const path = resolveSource(matcher.rubric, "rubric", scenario, { statKind });
      const bytes = readBytes(path, MAX_RUBRIC_BYTES);
      const key = sha256(
        Buffer.from(JSON.stringify([sha256(bytes), matcher.model, run.input, run.output, run.expected])),
      );
      const known = given.get(key);
      if (known !== undefined) return again(await known);
      const asked = ask(matcher, bytes, run);
      given.set(key, asked);
      const graded = await asked;
      // A grader that failed may answer the next time.
      if (graded.grade === null) given.delete(key);
      return graded;
    },
    unused: () => port.unused(),
    [Symbol.asyncDispose]: () => port[Symbol.asyncDispose](),
  };
}

/** All live jobs of a run spend from one budget, and share their grades. */
const gradesOf = memoizeByObject((_spending: LiveOptions["spending"]) => new Map<string, Promise<Graded>>());

function again({ scored, grade }: Graded): Graded {
  return { scored, grade: grade && { ...grade, usd: 0 } };
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
