import { createVirtualClock } from "../../mock/serve/clock.ts";
import { createMockProvider } from "../../mock/mock-provider.ts";
import { serveLoopback } from "../../mock/serve/via-loopback.ts";
import { sumOrNull } from "../../kernel/numbers.ts";
import { providers } from "../../providers/list.ts";
import type { ScriptedAnswer } from "../../scenario/provider-section.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { plainAnswer } from "../fork/parent/parent-replay.ts";
import { toMockScript } from "../fork/to-mock-script.ts";
import { liveEndpoint } from "../live/live-endpoint.ts";
import type { LiveOptions } from "../live/live-options.ts";
import { LiveProvider } from "../live/live-provider.ts";

/** Where a grader's requests go: a loopback server before the mocked or the real provider, as a fork's do. */
export type GraderPort = AsyncDisposable & {
  readonly open: (model: string) => Promise<OpenPort | { readonly kind: "fault"; readonly text: string }>;
  readonly unused: () => number;
};

type OpenPort = {
  readonly kind: "open";
  readonly baseUrl: string;
  readonly wire: GraderWire;
  /** USD of all answers so far; null if one is unknown. */
  readonly spentUsd: () => number | null;
};

/** The wire formats that a grader's prompt is written in. */
export type GraderWire = "anthropic-messages" | "openai-chat";

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
      return { kind: "open", baseUrl: server.baseUrl, wire: wireOf(model).wire, spentUsd: () => 0 };
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
export function liveGrader({ provider: section, place }: ForkScenario, options: LiveOptions): GraderPort {
  const opened = new Map<string, Promise<{ readonly port: OpenPort; readonly close: () => Promise<void> }>>();
  const open = async (model: string) => {
    const { wire, provider = section.name } = wireOf(model);
    const live = new LiveProvider(liveEndpoint({ dialect: wire, provider, place }, options), options.spending, null);
    const { baseUrl, close } = await serveLoopback(live.on("grader"));
    const spentUsd = (): number | null => sumOrNull(live.exchanges().map(({ costUsd }) => costUsd));
    return { port: { kind: "open" as const, baseUrl, wire, spentUsd }, close };
  };
  return {
    open: async (model) => {
      const known = opened.get(model) ?? open(model);
      opened.set(model, known);
      return (await known).port;
    },
    unused: () => 0,
    [Symbol.asyncDispose]: async () => {
      for (const each of opened.values()) await (await each).close();
    },
  };
}

/** The model's own provider, and the wire format that it takes; of an unknown model the common one. */
function wireOf(model: string): { readonly wire: GraderWire; readonly provider?: string } {
  for (const { name, models, live } of providers) {
    const wire = live?.wires.find(isGraderWire);
    if (wire !== undefined && models?.test(model) === true) return { wire, provider: name };
  }
  return { wire: "openai-chat" };
}

function isGraderWire(wire: string): wire is GraderWire {
  return wire === "anthropic-messages" || wire === "openai-chat";
}
