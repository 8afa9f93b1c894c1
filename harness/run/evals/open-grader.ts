import { createHash } from "node:crypto";
import { readBytes } from "../../io/files/disk.ts";
import type { AskedGraders } from "../../kernel/evals/asked-graders.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import type { Grade } from "../../kernel/evals/grade.ts";
import type { Scored } from "../../scenario/expectations/output/examine-matcher.ts";
import type { GraderMatcher } from "../../scenario/expectations/output/output-matcher.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { LiveOptions } from "../live/live-options.ts";
import type { KeptGrades } from "../live/transcripts/kept-grades.ts";
import type { KeptGrade } from "../live/transcripts/round-record.ts";
import { askGrader, type GraderAnswer } from "./ask-grader.ts";
import type { GraderSource, ScoredRun } from "./examiner-host.ts";
import { rubricOf } from "./find-scorers.ts";
import { graderPrompt, type ReadGrade, readGrade } from "./grader-prompt.ts";
import { type GraderPort, keptGrader, liveGrader, openScriptedGrader } from "./grader-port.ts";

/** Asks a model to grade what forks said. */
export type Grader = AsyncDisposable & {
  readonly grade: (matcher: GraderMatcher, run: ScoredRun) => Promise<Graded>;
  /** Scripted answers that nothing asked for. */
  readonly unused: () => number;
};

/** The grade is null if the model was not asked, did not answer, or not readably. */
export type Graded = {
  readonly scored: Scored;
  readonly grade: Omit<Grade, "lane"> | null;
  readonly asked: AskedGraders;
};

/** A grader is given this long if its scenario sets no limit. */
const LIMIT_MS = 60_000;

/** More than any rubric needs. */
const MAX_RUBRIC_BYTES = 1024 ** 2;

const NOT_ASKED: AskedGraders = { requests: 0, usd: 0 };

/**
 * Opens the grader of a scenario. A model is asked the same question once a run, and once over all runs that continue each other.
 *
 * @throws HarnessError HX140 for a missing rubric, HX310 without a key for the grader's provider
 */
export async function openGrader(scenario: ForkScenario, source: GraderSource): Promise<Grader> {
  const limitMs = scenario.timeoutMs ?? LIMIT_MS;
  const port = await openPort(scenario, source, limitMs);
  const kept = keptBy(source);
  const answers = answersFor(source);
  const answer = async (key: string, model: string, prompt: string): Promise<Answered> => {
    const before = kept?.find(key) ?? null;
    if (before !== null) return { read: { kind: "grade", ...before }, asked: { requests: 1, usd: before.usd ?? null } };
    const said = await askGrader(port, { model, prompt, limitMs });
    const read = said.kind === "text" ? readGrade(said.text) : said;
    const { usd } = said;
    if (read.kind === "grade") keep(source, { key, score: read.score, why: read.why, usd });
    return { read, asked: said.wasAsked ? { requests: 1, usd } : NOT_ASKED };
  };
  return {
    grade: async (matcher, run) => {
      const bytes = readBytes(rubricOf(matcher, scenario), MAX_RUBRIC_BYTES);
      const { model } = matcher;
      const prompt = graderPrompt(bytes.toString("utf8"), run);
      const key = sha256(JSON.stringify([model, prompt]));
      const known = answers.get(key);
      const answered = known ?? answer(key, model, prompt);
      answers.set(key, answered);
      const { read, asked } = await answered;
      // A grader that failed may answer the next time.
      if (read.kind !== "grade") answers.delete(key);
      return gradedBy(matcher, bytes, read, known === undefined ? asked : NOT_ASKED);
    },
    unused: () => port.unused(),
    [Symbol.asyncDispose]: () => port[Symbol.asyncDispose](),
  };
}

/** The outcome of a question, and what it cost: a kept grade counts as it did in the process that asked. */
type Answered = {
  readonly read: ReadGrade | Extract<GraderAnswer, { readonly kind: "missing" | "fault" }>;
  readonly asked: AskedGraders;
};

async function openPort(scenario: ForkScenario, source: GraderSource, limitMs: number): Promise<GraderPort> {
  switch (source.kind) {
    case "script":
      return openScriptedGrader(scenario, limitMs);
    case "live":
      return liveGrader(scenario, source.options);
    case "kept":
      return keptGrader;
  }
}

function keptBy(source: GraderSource): KeptGrades | null {
  if (source.kind === "kept") return source.grades;
  return source.kind === "live" ? (source.options.transcripts?.grades ?? null) : null;
}

/** A grade is paid for once it is there: a full disk must not lose the round that it belongs to. */
function keep(source: GraderSource, grade: KeptGrade): void {
  try {
    keptBy(source)?.keep(grade);
  } catch (fault) {
    if (!(fault instanceof HarnessError) || source.kind !== "live") throw fault;
    source.onUnkept(fault);
  }
}

/** All live jobs of a run spend from one budget, and share their grades. A grade that was kept counts once, however many rounds it serves. */
function answersFor(source: GraderSource): Map<string, Promise<Answered>> {
  switch (source.kind) {
    case "script":
      return new Map();
    case "live":
      return answersOf(source.options.spending);
    case "kept":
      return answersOf(source.grades);
  }
}

const answersOf = memoizeByObject((_run: LiveOptions["spending"] | KeptGrades) => new Map<string, Promise<Answered>>());

/** `asked` has no request if another caller has caused it. */
function gradedBy(
  { model, rubric }: GraderMatcher,
  bytes: Buffer,
  read: Answered["read"],
  asked: AskedGraders,
): Graded {
  if (read.kind !== "grade") {
    return { scored: { kind: read.kind, text: `the grader ${model} ${read.text}` }, grade: null, asked };
  }
  const { score, why } = read;
  return {
    scored: { kind: "score", score, why },
    grade: { model, rubric, sha256: sha256(bytes), score, why, usd: asked.usd },
    asked,
  };
}

function sha256(text: Buffer | string): string {
  return createHash("sha256").update(text).digest("hex");
}
