import { createVirtualClock } from "../../mock/serve/clock.ts";
import { createMockProvider } from "../../mock/mock-provider.ts";
import { serveLoopback } from "../../mock/serve/via-loopback.ts";
import { sumOrNull } from "../../kernel/numbers.ts";
import type { ScriptedAnswer } from "../../scenario/provider-section.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { plainAnswer } from "../fork/parent/parent-replay.ts";
import { toMockScript } from "../fork/to-mock-script.ts";
import { type LiveEndpoint, liveEndpoint } from "../live/live-endpoint.ts";
import type { LiveOptions } from "../live/live-options.ts";
import { LiveProvider } from "../live/live-provider.ts";
import { type GraderWire, graderWireOf } from "./grader-wire.ts";

/** Where a grader's requests go: a loopback server before the mocked or the real provider, as a fork's do. */
export type GraderPort = AsyncDisposable & {
  /** For one request. */
  readonly open: (model: string) => Promise<OpenPort | { readonly kind: "fault" | "missing"; readonly text: string }>;
  readonly unused: () => number;
};

type OpenPort = {
  readonly kind: "open";
  readonly baseUrl: string;
  readonly wire: GraderWire;
  /** Ends what is in flight. The USD of the request; null if unknown. */
  readonly close: () => Promise<number | null>;
};

/** Answers by the lane `grader` of the script, in order. */
export async function openScriptedGrader({ provider }: ForkScenario, limitMs: number): Promise<GraderPort> {
  const answers = provider.script.grader ?? [];
  const script = toMockScript({ script: { fork: answers.map(atOnce) }, matchers: {} }, plainAnswer, {
    count: 1,
    start: "unscheduled",
  });
  const server = await serveLoopback(await createMockProvider({ script, siblings: 1, clock: createVirtualClock() }));
  let used = 0;
  return {
    open: async (model) => {
      const answer = answers[used];
      used += 1;
      if (answer === undefined) return { kind: "fault", text: NO_ANSWER };
      // The script's time is virtual: a late answer makes no one wait.
      if (answer.waitMs > limitMs) return { kind: "fault", text: `did not answer within ${limitMs} ms` };
      return { kind: "open", baseUrl: server.baseUrl, wire: graderWireOf(model).wire, close: async () => 0 };
    },
    unused: () => Math.max(0, answers.length - used),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

const NO_ANSWER = "has no answer left in the lane `grader` of the script; script one for each fork and grader";

function atOnce(answer: ScriptedAnswer): ScriptedAnswer {
  return { ...answer, waitMs: 0 };
}

/** Asks the real provider of each grader's model, within the budget of the run. */
export function liveGrader(scenario: ForkScenario, options: LiveOptions): GraderPort {
  return {
    open: async (model) => {
      const live = new LiveProvider(graderEndpoint(scenario, model, options), options.spending, null);
      const server = await serveLoopback(live.on("grader"));
      const close = async (): Promise<number | null> => {
        await server.close();
        await live.idle();
        return sumOrNull(live.exchanges().map(({ costUsd }) => costUsd));
      };
      return { kind: "open", baseUrl: server.baseUrl, wire: graderWireOf(model).wire, close };
    },
    unused: () => 0,
    [Symbol.asyncDispose]: async () => {},
  };
}

/** @throws HarnessError HX310 without a key for the grader's provider */
export function graderEndpoint(
  { provider: { name }, place }: ForkScenario,
  model: string,
  options: LiveOptions,
): LiveEndpoint {
  const { wire, provider = name } = graderWireOf(model);
  return liveEndpoint({ dialect: wire, provider, place }, options);
}

/** Sends nothing. */
export const keptGrader: GraderPort = {
  open: async () => ({
    kind: "missing",
    text: "did not grade this answer by this rubric in the run that --regrade reads; --live --resume asks it for the missing grades",
  }),
  unused: () => 0,
  [Symbol.asyncDispose]: async () => {},
};
