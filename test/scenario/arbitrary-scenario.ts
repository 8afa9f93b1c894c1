import * as fc from "fast-check";
import { expect } from "vitest";

import { findContradictions } from "../../harness/scenario/contradictions/find-contradictions.ts";
import { divergence } from "../../harness/scenario/expectations/divergence.ts";
import { expectedOf } from "../../harness/scenario/expectations/expectation.ts";
import { expectations } from "../../harness/scenario/expectations/expectations.ts";
import type { ForkSection, ToolStub } from "../../harness/scenario/fork-section.ts";
import type {
  LaneMatchers,
  ProviderSection,
  ReplaySection,
  Script,
  ScriptedAnswer,
} from "../../harness/scenario/provider-section.ts";
import type { ForkScenario, Scenario } from "../../harness/scenario/scenario.ts";
import type { Subject } from "../../harness/scenario/subjects/subjects.ts";
import {
  decisionCase,
  duration,
  few,
  filterForm,
  json,
  line,
  maybe,
  pointer,
  request,
  text,
} from "./arbitrary-parts.ts";
import {
  forkExpectation,
  merged,
  pairExpectation,
  saysSomething,
  sessionExpectation,
} from "./arbitrary-expectation.ts";
import { arbitraryStrategy } from "./arbitrary-strategy.ts";
import * as words from "./scenario-words.ts";

/** Equal to any place in a file: a generated scenario was not read from a file. */
const SOMEWHERE = expect.stringMatching(/:\d+:\d+$/) as string;

const command: fc.Arbitrary<Subject> = fc.record({
  kind: fc.constant("command" as const),
  command: few(fc.string(), 1),
});

const ownSubject: fc.Arbitrary<Subject> = fc.oneof(
  arbitraryStrategy(text),
  fc.record({ kind: fc.constant("module" as const), path: text }),
);

const stub: fc.Arbitrary<ToolStub> = fc.record({
  name: text,
  input: maybe(json),
  outcome: fc.constantFrom("returns", "fails"),
  text: fc.string(),
});

const siblings: fc.Arbitrary<ForkSection["siblings"]> = fc.record({
  count: fc.integer({ min: 1, max: 1_000 }),
  start: fc.constantFrom(...words.starts),
});

const env: fc.Arbitrary<ForkSection["env"]> = fc.dictionary(fc.stringMatching(/^[A-Z]{1,8}$/), maybe(fc.string()));

const forkSection: fc.Arbitrary<ForkSection> = fc.oneof(
  fc.record({
    subject: ownSubject,
    label: maybe(text),
    prompt: text,
    maxTurns: maybe(fc.integer({ min: 1, max: 10_000 })),
    filter: few(filterForm),
    tools: few(stub),
    siblings,
    env: fc.constant({}),
    abortAfterMs: maybe(duration),
  }),
  fc.record({
    subject: command,
    label: maybe(text),
    prompt: maybe(text),
    maxTurns: fc.constant(null),
    filter: fc.constant([]),
    tools: fc.constant([]),
    siblings: fc.constant({ count: 1, start: "after-first-byte" as const }),
    env,
    abortAfterMs: fc.constant(null),
  }),
);

const answer: fc.Arbitrary<ScriptedAnswer> = fc.oneof(
  fc
    .record({
      kind: fc.constant("message" as const),
      waitMs: duration,
      thinking: maybe(fc.string()),
      text: maybe(fc.string()),
      calls: few(fc.record({ tool: text, input: json })),
      stop: fc.constant("end" as const),
      cutAfterEvents: maybe(fc.nat(1_000_000)),
    })
    .filter(({ thinking, text, calls }) => thinking !== null || text !== null || calls.length > 0),
  fc.record({
    kind: fc.constant("message" as const),
    waitMs: duration,
    thinking: maybe(fc.string()),
    text: fc.string(),
    calls: fc.constant([]),
    stop: fc.constantFrom("length", "refusal"),
    cutAfterEvents: maybe(fc.nat(1_000_000)),
  }),
  fc.record({
    kind: fc.constant("error" as const),
    waitMs: duration,
    status: fc.integer({ min: 400, max: 599 }),
    type: maybe(text),
    message: maybe(text),
    retryAfterMs: maybe(duration),
  }),
);

const script: fc.Arbitrary<Script> = fc.dictionary(
  fc.constantFrom("parent", "fork", "fork[2]", "fork[12]"),
  few(answer),
  {
    maxKeys: 4,
    noNullPrototype: true,
  },
);

const condition = maybe(fc.string().filter((each) => each.trim() !== ""));
const matchers: fc.Arbitrary<LaneMatchers> = fc.dictionary(
  fc.constantFrom("parent", "fork", "fork[2]", "fork[12]"),
  fc
    .record({ contains: condition, matches: maybe(fc.constantFrom("^fork", "a|b", ".")), tool: condition })
    .filter((matcher) => Object.values(matcher).some((each) => each !== null)),
  { maxKeys: 3, noNullPrototype: true },
);
/** Only a lane of the script can say which requests are its own. */
const scripted = fc.tuple(script, matchers).map(([lanes, all]) => ({
  script: lanes,
  matchers: Object.fromEntries(Object.entries(all).filter(([lane]) => lane in lanes)),
}));

const nothingToReplay: ReplaySection = { cassette: null, exchanges: null, pace: { kind: "recorded" } };
const replay: fc.Arbitrary<ReplaySection> = fc.record({
  cassette: maybe(text),
  exchanges: maybe(few(fc.string(), 1)),
  pace: fc.oneof(
    fc.record({ kind: fc.constantFrom("recorded" as const, "instant" as const) }),
    fc.record({ kind: fc.constant("fixed" as const), everyMs: duration }),
  ),
});

const provider: fc.Arbitrary<ProviderSection> = merged(
  fc.record({
    name: maybe(fc.constantFrom("anthropic", "openai")),
    forkAfterMs: maybe(duration),
    isolate: fc.boolean(),
  }),
  fc.oneof(
    merged(scripted, fc.record({ mode: fc.constant("mock" as const), replay: fc.constant(nothingToReplay) })),
    merged(scripted, fc.record({ mode: fc.constant("live" as const), replay: fc.constant(nothingToReplay) })),
    merged(scripted, fc.record({ mode: fc.constant("replay" as const), replay })),
  ),
);

const judged = {
  provider: maybe(fc.constantFrom("anthropic", "openai")),
  expectBreak: maybe(
    fc.record({ reason: line, at: maybe(pointer.filter((at) => at !== "")), divergesAt: fc.constant(null) }),
  ),
};

const forkCase: fc.Arbitrary<Pick<ForkScenario, "parent" | "fork">> = fc
  .record({
    parent: maybe(merged(request, fc.record({ answer: fc.constantFrom(...words.parentAnswers) }))),
    fork: forkSection,
  })
  .filter(({ parent, fork }) => parent !== null || fork.subject.kind === "command");

const kinds = fc.oneof(
  fc.record({
    kind: fc.constant("pair" as const),
    parent: request,
    child: request,
    at: maybe(pointer),
    ...judged,
    expect: pairExpectation.filter(saysSomething),
  }),
  fc.record({
    kind: fc.constant("session" as const),
    source: text,
    parentOf: fc
      .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(text, fc.nat().map(String)))
      .map((said) => Object.entries(said).map(([child, parent]) => ({ child, parent, where: SOMEWHERE }))),
    ...judged,
    expect: sessionExpectation.filter(saysSomething),
  }),
  fc.record({ kind: fc.constant("filter" as const), filter: few(filterForm, 1), decisions: few(decisionCase, 1) }),
  merged(
    forkCase,
    fc.record({
      kind: fc.constant("fork" as const),
      provider,
      expectBreak: judged.expectBreak,
      expect: forkExpectation,
    }),
  ),
);

/** Any scenario without a matrix, as it is loaded from `file`. */
export function arbitraryScenario(file: string): fc.Arbitrary<Scenario> {
  const attention = fc.oneof(
    fc.record({ only: maybe(line), skip: fc.constant(null) }),
    fc.record({ only: fc.constant(null), skip: line }),
  );
  const shared = fc.record({
    name: line,
    tags: fc.uniqueArray(fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,5}$/), { maxLength: 3 }),
    timeoutMs: maybe(duration.filter((ms) => ms > 0)),
  });
  return fc
    .tuple(shared, attention, kinds)
    .map(([head, reasons, body]): Scenario => {
      return withPlace({
        id: head.name,
        file,
        place: `${file}:1:7`,
        positions: { job: { line: 1, column: 7 }, checks: {} },
        variant: {},
        row: null,
        ...head,
        ...reasons,
        ...body,
      });
    })
    .filter((scenario) => findContradictions(scenario, expectations).length === 0);
}

/** The expected first difference is the place of a declared break. */
function withPlace(scenario: Scenario): Scenario {
  if (scenario.kind === "filter" || scenario.expectBreak === null) return scenario;
  const divergesAt = expectedOf(scenario.expect, divergence)?.pointer ?? null;
  return { ...scenario, expectBreak: { ...scenario.expectBreak, divergesAt } };
}
