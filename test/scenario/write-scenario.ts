import type { FilterForm } from "../../harness/scenario/filter-form.ts";
import { divergence } from "../../harness/scenario/expectations/divergence.ts";
import { decisions } from "../../harness/scenario/expectations/decisions.ts";
import { effects } from "../../harness/scenario/expectations/effects.ts";
import { type Expected, expectedOf } from "../../harness/scenario/expectations/expectation.ts";
import { firstTurn } from "../../harness/scenario/expectations/first-turn.ts";
import { calls } from "../../harness/scenario/expectations/evals/calls.ts";
import { score } from "../../harness/scenario/expectations/evals/score.ts";
import { output } from "../../harness/scenario/expectations/output/output.ts";
import type { OutputItem, OutputMatcher } from "../../harness/scenario/expectations/output/output-matcher.ts";
import { simulate, type SimulationExpectation } from "../../harness/scenario/expectations/simulate.ts";
import { cost } from "../../harness/scenario/expectations/cost.ts";
import { duration as timeLimit } from "../../harness/scenario/expectations/evals/duration.ts";
import { passAtK, passHatK } from "../../harness/scenario/expectations/evals/pass-powers.ts";
import { passRate } from "../../harness/scenario/expectations/evals/pass-rate.ts";
import { turns } from "../../harness/scenario/expectations/evals/turns.ts";
import { usage } from "../../harness/scenario/expectations/usage.ts";
import type { ForkSection } from "../../harness/scenario/fork-section.ts";
import type { LaneMatcher } from "../../harness/kernel/lane/lane-matcher.ts";
import type { NumberBound } from "../../harness/scenario/decode/number-bound.ts";
import type { ProviderSection, ReplaySection, ScriptedAnswer } from "../../harness/scenario/provider-section.ts";
import type { RecordedRequest, Scenario } from "../../harness/scenario/scenario.ts";
import type { Subject } from "../../harness/scenario/subjects/subjects.ts";

/** The loader turned round: a scenario as its file would spell it. */
export function writeScenario(scenario: Scenario): object {
  const { name, tags, only, skip, timeoutMs } = scenario;
  return given({ name, tags, only: reason(only), skip: reason(skip), timeout: duration(timeoutMs), ...body(scenario) });
}

function body(scenario: Scenario): object {
  if (scenario.kind === "filter") {
    return { filter: scenario.filter.map(filterForm), decisions: scenario.decisions.map(given) };
  }
  const expectBreak = scenario.expectBreak && given({ ...scenario.expectBreak, divergesAt: null });
  switch (scenario.kind) {
    case "session": {
      const { source, provider: name } = scenario;
      const expected = expectation(scenario.expect);
      const parents = Object.fromEntries(scenario.parentOf.map(({ child, parent }) => [child, parent]));
      const session = { source, ...(scenario.parentOf.length > 0 && { parentOf: parents }) };
      return { session, provider: name && { name }, expectBreak, expect: expected };
    }
    case "pair": {
      const { parent, child, at, provider: name } = scenario;
      const fork = { recorded: request(child) };
      const judged = { expectBreak, expect: expectation(scenario.expect) };
      return { parent: request(parent), fork, at, provider: name && { name }, ...judged };
    }
    case "fork": {
      const { parent, expect } = scenario;
      const expected = expectation(expect);
      return {
        parent: parent && { ...request(parent), answer: parent.answer },
        fork: forkSection(scenario.fork),
        provider: provider(scenario.provider),
        expectBreak,
        expect: Object.keys(expected).length > 0 ? expected : null,
      };
    }
  }
}

function request({ source, exchange }: RecordedRequest): object {
  switch (exchange.by) {
    case "id":
      return { source, exchange: exchange.id };
    case "last":
      return { source, exchange: "last" };
    case "place":
      return { source, exchange: { model: exchange.model, index: exchange.index } };
  }
}

function forkSection({ subject, filter, tools, siblings, env, abortAfterMs, ...rest }: ForkSection): object {
  const alone = siblings.count === 1 && siblings.start === "after-first-byte";
  return given({
    ...forkSubject(subject),
    ...rest,
    filter: filter.length > 0 ? filter.map(filterForm) : null,
    tools:
      tools.length > 0 ? tools.map(({ name, input, outcome, text }) => given({ name, input, [outcome]: text })) : null,
    siblings: alone ? null : siblings,
    env: Object.keys(env).length === 0 ? null : env,
    abortAfter: duration(abortAfterMs),
  });
}

function forkSubject(subject: Subject): object {
  switch (subject.kind) {
    case "strategy":
      return { strategy: { [subject.strategy]: subject.options } };
    case "module":
      return { subject: subject.path };
    case "command":
      return { command: subject.command };
  }
}

function filterForm(form: FilterForm): object {
  if (form.kind === "allow-tools") return { allowTools: form.tools };
  const { memoryDir, client, promise } = form;
  return {
    autoMem: { memoryDir, ...(client !== null && { client }), ...(promise !== "literal" && { promise }) },
  };
}

function provider({ mode, name, replay, forkAfterMs, isolate, script, matchers }: ProviderSection): object {
  const whens: Readonly<Record<string, LaneMatcher | undefined>> = matchers;
  const lanes = Object.entries(script).map(([lane, answers]) => {
    const turns = (answers ?? []).map(answer);
    const when = whens[lane];
    return [lane, when === undefined ? turns : { when: given(when), turns }];
  });
  return given({
    mode,
    name,
    ...(mode === "replay" ? replayed(replay) : {}),
    forkAfter: duration(forkAfterMs),
    isolate,
    script: lanes.length > 0 ? Object.fromEntries(lanes) : null,
  });
}

function replayed({ cassette, exchanges, pace }: ReplaySection): object {
  return given({ cassette, exchanges, pace: pace.kind === "fixed" ? duration(pace.everyMs) : pace.kind });
}

function answer(scripted: ScriptedAnswer): object {
  const wait = duration(scripted.waitMs);
  if (scripted.kind === "error") {
    const { status, type, message, retryAfterMs } = scripted;
    return { error: given({ status, type, message, retryAfter: duration(retryAfterMs) }), wait };
  }
  const { thinking, text, calls, stop, cutAfterEvents: cut } = scripted;
  const call = calls.length > 0 ? calls.map(({ tool, input }) => Object.fromEntries([[tool, input]])) : null;
  return given({ thinking, [stop === "end" ? "text" : stop]: text, call, cut, wait });
}

function expectation(expected: Expected): object {
  const place = expectedOf(expected, divergence);
  const turn = expectedOf(expected, firstTurn);
  const changes = expectedOf(expected, effects);
  const tokens = expectedOf(expected, usage);
  const money = expectedOf(expected, cost);
  const played = expectedOf(expected, simulate);
  const made = expectedOf(expected, calls);
  const limit = expectedOf(expected, timeLimit);
  const [atK, hatK] = [expectedOf(expected, passAtK), expectedOf(expected, passHatK)];
  return given({
    ...expected,
    divergence: place && given(place),
    firstTurn: turn && bounds(turn),
    decisions: expectedOf(expected, decisions)?.map(given),
    effects: changes && given(changes),
    output: expectedOf(expected, output)?.map(outputItem),
    score: bound(expectedOf(expected, score)),
    calls: made && given({ ...made, inOrder: made.inOrder?.map(given), anyOrder: made.anyOrder?.map(given) }),
    usage: tokens && bounds(tokens),
    cost: money && bounds(money),
    simulate: played && simulation(played),
    turns: bound(expectedOf(expected, turns)),
    duration: limit && `${limit.comparison} ${duration(limit.ms)}`,
    passRate: bound(expectedOf(expected, passRate)),
    passAtK: atK && bounds(atK),
    passHatK: hatK && bounds(hatK),
  });
}

function simulation({ mode, ratios, ...held }: SimulationExpectation): object {
  const { "cold-parent": coldParent, "below-minimum": belowMinimum, ...same } = ratios;
  const told = bounds({ ...same, coldParent, belowMinimum });
  // An object that holds nothing is refused.
  return { mode, ...bounds(held), ...(Object.values(ratios).some((bound) => bound !== null) && { ratios: told }) };
}

function outputItem({ matcher, weight }: OutputItem): object {
  return given({ ...outputMatcher(matcher), weight });
}

function outputMatcher(matcher: OutputMatcher): object {
  switch (matcher.kind) {
    case "contains":
      return { contains: matcher.text };
    case "matches":
      return { matches: matcher.pattern };
    case "equals":
      return { equals: matcher.text };
    case "schema":
      return { schema: matcher.schema };
    case "startsWith":
      return { startsWith: matcher.text };
    case "not":
      return { not: outputMatcher(matcher.matcher) };
    case "anyOf":
      return { anyOf: matcher.matchers.map(outputMatcher) };
    case "module":
      return { module: matcher.module, atLeast: matcher.atLeast };
    case "grader":
      return { grader: matcher.rubric, model: matcher.model, atLeast: matcher.atLeast };
  }
}

function bounds(section: Readonly<Record<string, NumberBound | null>>): object {
  return given(Object.fromEntries(Object.entries(section).map(([name, each]) => [name, bound(each)])));
}

function bound(each: NumberBound | null): string | null {
  return each && `${each.comparison} ${each.value}`;
}

function reason(because: string | null): object | null {
  return because === null ? null : { reason: because };
}

function duration(ms: number | null): string | null {
  if (ms === null) return null;
  if (ms > 0 && ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  if (ms > 0 && ms % 60_000 === 0 && ms < 6e10) return `${ms / 60_000}m`;
  return ms > 0 && ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
}

/** Leaves out what is not said. */
function given(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
}
