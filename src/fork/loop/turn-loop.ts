import type { LlmClient, LlmEvent, LlmOutcome } from "../../providers/llm-client.ts";
import type { Answer } from "../../wire/stream/answer.ts";
import type { ForkBody } from "../../wire/fork-body.ts";
import { joinElements } from "../../wire/join-elements.ts";
import { reportedUsage, unknownUsage } from "../../wire/token-usage.ts";
import type { WireFormat } from "../../wire/wire-format.ts";
import { checkLlmOutcome } from "./check-outcome.ts";
import { dispatchCalls, type Dispatch } from "./dispatch-calls.ts";
import type { ForkStop, ForkTurn } from "../fork-result.ts";
import { type BegunBody, GrowingBody } from "./growing-body.ts";
import { messageOf } from "../records/run-log.ts";
import { hitRatio } from "./usage-totals.ts";

export type Run = Dispatch &
  BegunBody & {
    readonly format: WireFormat;
    readonly llm: LlmClient;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly startAfter?: Promise<void>;
  };

/**
 * Sends, dispatches and sends again until something ends the run. Each request is the one before with messages appended:
 * the fork's own prefix stays byte for byte too, but for marks of its own. The log records each step. Never rejects.
 */
export async function runTurns(run: Run): Promise<ForkStop> {
  try {
    const { startAfter } = run;
    if (startAfter !== undefined) await run.limits.race(() => startAfter);
    const growing = new GrowingBody(run);
    for (let turn = 1; turn <= run.maxTurns; turn += 1) {
      const interruption = run.limits.interruption();
      if (interruption !== null) return interruption;
      if (turn === 1) for (const message of run.firstMessages) run.log.addMessage({ turn, ...message });
      const outcome = await takeTurn(run, turn, growing.body);
      if (outcome.kind === "failed") {
        return run.limits.interruption() ?? { cause: "error", error: { kind: "provider", error: outcome.error } };
      }
      const answer = run.format.answerElements(outcome.answer.content);
      // Providers do not accept an empty answer, or one of empty texts only, as a message.
      if (answer.length > 0) run.log.addMessage({ turn, role: "assistant", bytes: joinElements(answer) });
      const stop = stopAfter(run.format, outcome.answer);
      if (stop !== null) return stop;
      growing.grow(answer, await answerCalls(run, turn, outcome.answer), turn + 1 < run.maxTurns);
    }
    return { cause: "max_turns" };
  } catch (fault) {
    return run.limits.interruption() ?? { cause: "error", error: { kind: "defect", message: messageOf(fault) } };
  }
}

/** Sends one request and logs the turn, as far as the answer came. Rejects when the run is interrupted. */
async function takeTurn(run: Run, turn: number, body: ForkBody): Promise<LlmOutcome> {
  let soFar: TurnEnd = { text: "", stopReason: null, usage: unknownUsage, attempts: null, isComplete: false };
  let isOver = false;
  const observe = (event: LlmEvent): void => {
    // A client that ignores the signal may send events after the turn is logged.
    if (isOver) return;
    if (event.type === "text") {
      run.log.emit({ ...event, turn });
      soFar = { ...soFar, text: soFar.text + event.text };
      return;
    }
    const usage = reportedUsage(event.usage);
    run.log.emit({ ...event, turn, usage });
    // The output counter of a stream's start is a first guess (harness/providers/FACTS.md#anthropic-usage).
    soFar = { ...soFar, usage: { ...usage, output: null } };
  };
  try {
    const outcome = await run.limits.race(() =>
      run.llm.send({ body, headers: run.headers, signal: run.limits.signal, observe }),
    );
    checkLlmOutcome(outcome);
    soFar =
      outcome.kind === "answer"
        ? {
            ...outcome.answer,
            usage: reportedUsage(outcome.answer.usage),
            attempts: outcome.attempts,
            isComplete: true,
          }
        : { ...soFar, attempts: outcome.attempts };
    return outcome;
  } finally {
    isOver = true;
    run.log.addTurn(turnOf(turn, body, soFar));
  }
}

type TurnEnd = Pick<ForkTurn, "text" | "stopReason" | "usage" | "attempts" | "isComplete">;

function turnOf(turn: number, body: ForkBody, end: TurnEnd): ForkTurn {
  const { text, stopReason, usage, attempts, isComplete } = end;
  const ratio = hitRatio(usage);
  return { turn, requestBytes: body.byteLength, text, stopReason, usage, hitRatio: ratio, attempts, isComplete };
}

/** The reason to end the run after this answer. Null if it goes on: calls to answer, or a paused turn. */
function stopAfter(format: WireFormat, { stopReason, calls }: Answer): ForkStop | null {
  const ending = format.ending(stopReason);
  if (ending === "length" || ending === "refusal") return { cause: ending };
  const unanswerable = calls.find(({ kind }) => kind === "other");
  if (unanswerable !== undefined) {
    return { cause: "error", error: { kind: "unanswerable-call", call: unanswerable.name } };
  }
  if (calls.length > 0 || ending === "paused") return null;
  return ending === "finished"
    ? { cause: "completed" }
    : { cause: "error", error: { kind: "unknown-stop-reason", stopReason } };
}

/** The user message with a result for every call. Empty for a paused turn, which goes back unchanged. */
async function answerCalls(run: Run, turn: number, { calls }: Answer): Promise<readonly Buffer[]> {
  if (calls.length === 0) return [];
  const bytes = run.format.encodeUser(await dispatchCalls(run, turn, calls), []);
  run.log.addMessage({ turn, role: "user", bytes });
  return [bytes];
}
