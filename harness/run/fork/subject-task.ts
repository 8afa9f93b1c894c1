import type { JsonObject } from "../../kernel/json.ts";
import type { PrintedText } from "../../io/workers/worker-process.ts";
import type { ForkedParent } from "../../kernel/scenario-subject.ts";
import type { StopCause } from "../../scenario/expectations/stop.ts";
import type { StubbedAnswer } from "./stub-tools.ts";

/** The input of a subject: a parent that was just answered, and a provider to send its fork to. */
export type SubjectTask = {
  readonly parent: ForkedParent;
  readonly baseUrl: string;
  /** How forks of ours send requests to it. Other subjects have clients of their own. */
  readonly fetch: typeof fetch;
  readonly apiKey: string;
  /** Which sibling this is. Its requests go to the lane of that name. */
  readonly lane: string;
  readonly directive: string;
  readonly label: string;
  readonly maxTurns: number | null;
  /** In virtual time. */
  readonly timeoutMs: number | null;
  readonly decide: (tool: string, input: JsonObject) => Promise<FilterDecision>;
  /** The folder of a memory fork, a copy for this run alone; null for any other. */
  readonly memoryDir: string | null;
  readonly callTool: (tool: string, input: JsonObject) => StubbedAnswer;
  /** Called with each request of the fork's, before it is sent. */
  readonly onAsk?: () => void;
  readonly signal: AbortSignal;
  /** Virtual time. */
  readonly startTimer: (delayMs: number, fire: () => void) => () => void;
  /** Waits in virtual time, until `signal` is aborted at most. */
  readonly pause: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

export type FilterDecision = { readonly decision: "allow" | "deny"; readonly rule: string; readonly reason: string };

/** A subject's own report. The requests that reached the provider are judged apart from it; missing values are null. */
export type SubjectReport = {
  readonly stop: StopCause | null;
  readonly output: string | null;
  readonly decisions: readonly (FilterDecision & { readonly tool: string; readonly input: JsonObject | null })[] | null;
  /** Why it failed, in its own words. */
  readonly error: string | null;
  /** Processes that a command left running when it ended. Their later requests are not seen. */
  readonly left?: readonly string[];
  /** The subject's declaration of its prefix; null for a subject that shares its parent's whole request or fails. */
  readonly declared?: DeclaredPrefix | null;
};

/** How far a strategy says that its fork shares the parent's prefix. */
export type DeclaredPrefix = {
  /** JSON pointer of the parent's first unit that the fork need not share; null for the parent's end. */
  readonly at: string | null;
  /** `diverged` where it shares nothing, and says so; `rendered-identical` where it had to write a part of it another way. */
  readonly verdict: "byte-identical" | "rendered-identical" | "diverged";
};

/** The subject whose fork is tested. `run` rejects with HarnessError if there is nothing to run; a run that fails is reported. */
export type RunnableSubject = Disposable & {
  /** Longest that it may take, in real time. */
  readonly limitMs: number;
  readonly run: (task: SubjectTask) => Promise<SubjectReport>;
  /** Ends the fork of a lane that is late, by whatever means. */
  readonly stop: (lane: string, why: string) => void;
  /**
   * Called once, when all forks have reported and the provider is closed. Answers their reports with what came to light since.
   * @throws HarnessError HX421 where a fork asked for a host that is not loopback; StrayFaultError
   */
  readonly finish: (reports: readonly SubjectReport[]) => Promise<FinishedSubject>;
  /**
   * Runs siblings by the subject's own schedule: the others wait for the first one's first byte. Absent where the harness
   * has to start each of them.
   */
  readonly runSiblings?: (tasks: readonly SubjectTask[], watch: SiblingWatch) => Promise<readonly SubjectReport[]>;
};

export type FinishedSubject = {
  readonly reports: readonly SubjectReport[];
  /** The output of the subject's process; null without a process of its own. */
  readonly printed: PrintedText | null;
};

/** Runs one sibling under the eyes of virtual time: `startAfter` is what it is to wait for before its first request. */
export type SiblingWatch = <T>(lane: string, startAfter: Promise<void> | null, run: () => Promise<T>) => Promise<T>;
