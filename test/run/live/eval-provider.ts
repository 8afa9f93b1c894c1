import { createVirtualClock } from "../../../harness/mock/serve/clock.ts";
import { LANE_HEADER } from "../../../harness/kernel/lane/lane-header.ts";
import { createMockProvider, type IncomingRequest, type MockProvider } from "../../../harness/mock/mock-provider.ts";
import { parseScript } from "../../../harness/mock/script/parse-script.ts";
import { serveLoopback } from "../../../harness/mock/serve/via-loopback.ts";

export type EvalProvider = AsyncDisposable & {
  readonly baseUrl: string;
  /** Bodies of parents and of forks, as they came. */
  readonly parents: readonly Buffer[];
  readonly forks: readonly Buffer[];
  /** Prompts of graders, in order. */
  readonly graded: readonly string[];
  /** Resolves when so many requests of forks have come. */
  readonly whenAsked: (forks: number) => Promise<void>;
};

/** How a provider of evaluated prompts answers. */
export type EvalAnswers = {
  /** Whether the n-th fork with this prompt, from 0, gets a good answer. */
  readonly isGood?: (prompt: string, count: number) => boolean;
  /** Whether the n-th fork with this prompt, from 0, gets status 400. */
  readonly isRefused?: (prompt: string, count: number) => boolean;
  /** Forks that are answered; those behind them wait for ever. */
  readonly answered?: number;
  /** What a grader answers to its n-th question, from 0; null: nothing ever comes. */
  readonly grades?: (prompt: string, count: number) => string | null;
  /** How many answers the script holds of each kind. */
  readonly most?: number;
};

/**
 * The mocked provider over real HTTP, whose fork answers are "good" or "bad". A request is a fork if its last message holds
 * `PROMPT <name>;`.
 */
export async function playEvals({
  isGood = () => true,
  isRefused = () => false,
  answered = Infinity,
  grades = () => '{"score": 5, "why": "fine"}',
  most = 100,
}: EvalAnswers): Promise<EvalProvider> {
  const provider = await newProvider(most);
  const parents: Buffer[] = [];
  const forks: Buffer[] = [];
  const graded: string[] = [];
  const counts = new Map<string, number>();
  const used = { good: 0, bad: 0 };
  const asked = new Map<number, PromiseWithResolvers<void>>();
  const answer: MockProvider["answer"] = async (request, sink, signal) => {
    const question = graderPrompt(request.body);
    if (question !== null) {
      graded.push(question);
      return answerGrader(grades(question, graded.length - 1), sink, signal);
    }
    const prompt = /PROMPT (?<name>[^;]*);/.exec(request.body.toString())?.groups?.["name"];
    if (prompt === undefined) {
      parents.push(request.body);
      return provider.answer(onLane(request, "parent"), sink, signal);
    }
    forks.push(request.body);
    asked.get(forks.length)?.resolve();
    if (forks.length > answered)
      return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    const count = counts.get(prompt) ?? 0;
    counts.set(prompt, count + 1);
    if (isRefused(prompt, count)) {
      sink.start(400, [["content-type", "application/json"]]);
      sink.end();
      return;
    }
    const kind = isGood(prompt, count) ? "good" : "bad";
    used[kind] += 1;
    const lane = used[kind] + (kind === "good" ? 0 : most);
    return provider.answer(onLane(request, lane === 1 ? "fork" : `fork[${lane}]`), sink, signal);
  };
  const server = await serveLoopback({ answer });
  const whenAsked = (count: number): Promise<void> => {
    const waiting = Promise.withResolvers<void>();
    if (forks.length >= count) waiting.resolve();
    asked.set(count, waiting);
    return waiting.promise;
  };
  return { baseUrl: server.baseUrl, parents, forks, graded, whenAsked, [Symbol.asyncDispose]: server.close };
}

function graderPrompt(body: Buffer): string | null {
  const { messages } = JSON.parse(body.toString()) as { messages: readonly { content: unknown }[] };
  const [first] = messages;
  return typeof first?.content === "string" && first.content.startsWith("You grade an answer") ? first.content : null;
}

/** 1,000 tokens of prompt and 100 of answer: 0.0045 USD by the prices of Claude Sonnet 4.5. */
function answerGrader(text: string | null, ...[sink, signal]: SinkAndSignal): Promise<void> | void {
  if (text === null) return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  sink.start(200, [["content-type", "application/json"]]);
  const usage = { input_tokens: 1_000, output_tokens: 100, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  const content = [{ type: "text", text }];
  void sink.write(
    Buffer.from(
      JSON.stringify({ id: "msg_1", type: "message", role: "assistant", content, stop_reason: "end_turn", usage }),
    ),
  );
  sink.end();
}

type SinkAndSignal = Parameters<MockProvider["answer"]> extends [unknown, ...infer Others] ? Others : never;

/** A provider does not know lanes: the header is put here. The question about a miss is a member that the cache ignores. */
function onLane(request: IncomingRequest, lane: string): IncomingRequest {
  return { ...request, headers: [...request.headers, [LANE_HEADER, lane]] };
}

function newProvider(most: number): Promise<MockProvider> {
  const lanes = Array.from({ length: most * 2 }, (_, at): [string, object[]] => [
    at === 0 ? "fork" : `fork[${at + 1}]`,
    [{ text: at < most ? "a good answer" : "a bad answer" }],
  ]);
  const parent = Array.from({ length: most }, () => ({ text: "I will look." }));
  const script = parseScript({ parent, ...Object.fromEntries(lanes) });
  return createMockProvider({ script, siblings: most * 2, clock: createVirtualClock(Date.UTC(2026, 0, 1)) });
}
