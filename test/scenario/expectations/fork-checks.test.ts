import { expect, test } from "vitest";
import { checkDecisions } from "../../../harness/scenario/expectations/decisions.ts";
import { warnOfLowRatio } from "../../../harness/checks/pairs/first-turns.ts";
import type { Evidence, FirstTurn } from "../../../harness/scenario/expectations/evidence.ts";
import { checkExpectations } from "../../../harness/scenario/expectations/expectations.ts";
import { checkFirstTurn } from "../../../harness/scenario/expectations/first-turn.ts";
import { checkScript } from "../../../harness/checks/check-script.ts";
import { checkStop } from "../../../harness/scenario/expectations/stop.ts";
import { checkSubject } from "../../../harness/checks/check-subject.ts";
import { checkUsage } from "../../../harness/scenario/expectations/usage.ts";
import type { Finding } from "../../../harness/kernel/finding.ts";
import type { Judgement } from "../../../harness/kernel/judgement.ts";
import type { ForkRun } from "../../../harness/kernel/run-result.ts";
import { outputChecks } from "../../support/output-checks.ts";
import { parseNumberBound } from "../../../harness/scenario/decode/number-bound.ts";
import type { ProviderReason } from "../../../harness/scenario/expectations/provider-reason.ts";
import { divergedJudgement, identicalJudgement } from "../../report/sample-judgement.ts";

const call = { tool: "Read", input: { path: "a" }, decision: "allow", rule: "list", reason: "It is listed." } as const;
const fork: ForkRun = {
  lane: "fork",
  stop: "completed",
  output: '{"found":3}',
  turns: [
    { read: 900, write: 50, fresh: 50, output: 7, grade: "estimate" },
    { read: 950, write: 0, fresh: 80, output: 9, grade: "estimate" },
  ],
  firstTurnRatio: 0.9,
  expectedRatio: 0.9,
  efficiency: 1,
  decisions: [call, { ...call, tool: "Bash", decision: "deny" }],
  error: null,
};
const unknown: ForkRun = {
  ...fork,
  lane: "fork[2]",
  stop: null,
  output: null,
  turns: [],
  firstTurnRatio: null,
  expectedRatio: null,
  efficiency: null,
  decisions: null,
};
const turn: FirstTurn = {
  lane: "fork",
  judgement: { verdict: "byte-identical", ratio: { observed: 0.9, expected: 0.9, efficiency: 1, verdict: "ok" } },
};
/** A fork that sent nothing, one whose parent's cache is unknown, one whose usage was not reported. */
const unjudged: FirstTurn = { lane: "fork", judgement: null };
const uncounted: FirstTurn = { lane: "fork", judgement: { verdict: "byte-identical", ratio: null } };
const at = parseNumberBound;
/** Of a fork that read so much of what could be expected. */
const reading = (
  observed: number | null,
  expected: number | null,
  verdict: Judgement["verdict"] = "byte-identical",
): FirstTurn => ({
  lane: "fork",
  judgement: { verdict, ratio: { observed, expected, efficiency: null, verdict: "low" } },
});
const statusOf = ({ status }: { readonly status: string }): string => status;

test("each check fails if it looked at nothing", () => {
  const none = [
    ...checkFirstTurn([], { ratio: at(">= 0"), efficiency: at(">= 0") }),
    checkDecisions([], []),
    checkStop([], "completed"),
    checkSubject([]),
    ...outputChecks([], [{ kind: "contains", text: "" }]),
    ...checkUsage([], { read: at(">= 0"), write: null, fresh: null, output: null }),
    checkScript([], []),
  ];
  expect(none.map(statusOf)).toEqual(none.map(() => "failed"));
  expect(none.map(({ examined }) => examined.count)).toEqual(none.map(() => 0));
});

test("an unknown value fails its check, whatever was expected", () => {
  const checks = [
    ...checkFirstTurn([unjudged], { ratio: at("<= 1"), efficiency: at(">= 0") }),
    ...checkFirstTurn([uncounted], { ratio: at("<= 1"), efficiency: at(">= 0") }),
    checkDecisions([unknown], []),
    checkStop([unknown], "completed"),
    ...outputChecks([unknown], [{ kind: "contains", text: "" }]),
    ...checkUsage([unknown], { read: at(">= 0"), write: null, fresh: null, output: at("= 0") }),
  ];
  expect(checks.map(({ status, observed }) => `${status}: ${observed}`)).toEqual([
    "failed: not reported",
    "failed: not reported",
    "failed: not reported",
    "failed: not reported",
    "failed: fork[2]: not said by the subject",
    "failed: not said by the subject",
    "failed: not said by the subject",
    "failed: not reported",
    "failed: not reported",
  ]);
});

test("one of several forks fails the check, and the check lists each fork", () => {
  const [check] = checkFirstTurn([turn, { ...reading(0.89996, 0.9), lane: "fork[2]" }], {
    ratio: at(">= 0.9"),
    efficiency: null,
  });
  expect(check).toMatchObject({
    status: "failed",
    observed: "fork: 0.9, fork[2]: 0.89996",
    examined: { count: 2, what: "first turns" },
  });
});

test("usage is summed over turns, and a turn without a counter leaves the sum unknown", () => {
  const bounds = { read: at("= 1850"), write: at("= 50"), fresh: at("= 130"), output: at("= 16") };
  expect(checkUsage([fork], bounds).map(statusOf)).toEqual(["passed", "passed", "passed", "passed"]);
  const cut = {
    ...fork,
    turns: [...fork.turns, { read: 1, write: 0, fresh: 0, output: null, grade: "estimate" as const }],
  };
  expect(checkUsage([cut], { ...bounds, read: null, write: null, fresh: null })).toMatchObject([
    { status: "failed", observed: "not reported" },
  ]);
});

test("the decisions check compares rows in order, and fails on a missing or an additional row", () => {
  const row = { tool: "Read", input: null, decision: "allow", rule: null } as const;
  const deny = { ...row, tool: "Bash", decision: "deny", rule: "list" } as const;
  expect(checkDecisions([fork], [{ ...row, input: { path: "a" } }, deny]).status).toBe("passed");
  const observed = (rows: Parameters<typeof checkDecisions>[1]): string => checkDecisions([fork], rows).observed;
  expect(observed([row])).toBe("fork: deny Bash was not expected");
  expect(observed([row, deny, row])).toBe("fork: no call 3, Read was expected");
  expect(observed([{ ...row, input: { path: "b" } }, deny])).toBe('fork: call 1 was allow Read by list ({"path":"a"})');
  expect(observed([deny, row])).toContain("fork: call 1 was allow Read");
  expect(observed([row, { ...deny, rule: "other" }])).toContain("fork: call 2 was deny Bash by list");
});

test("the output check requires all matchers to match", () => {
  const schema = { type: "object", properties: { found: { type: "integer" } }, required: ["found"] };
  const check = (...matchers: Parameters<typeof outputChecks>[1]): string =>
    outputChecks([fork], matchers).every(({ status }) => status === "passed") ? "passed" : "failed";
  expect(check({ kind: "schema", schema }, { kind: "matches", pattern: "^\\{" }, { kind: "contains", text: "3" })).toBe(
    "passed",
  );
  expect(check({ kind: "equals", text: '{"found":3}' })).toBe("passed");
  expect(check({ kind: "equals", text: '{"found":3} ' })).toBe("failed");
  expect(check({ kind: "schema", schema: { ...schema, required: ["lost"] } })).toBe("failed");
  expect(outputChecks([{ ...fork, output: "no JSON" }], [{ kind: "schema", schema }])[0]?.status).toBe("failed");
});

test("the script check passes if every fork asks and no step is left", () => {
  const asked = [{ lane: "fork", requests: 2 }];
  expect(checkScript([], asked)).toMatchObject({ status: "passed", examined: { count: 2, what: "requests" } });
  expect(checkScript([], [...asked, { lane: "fork[2]", requests: 0 }])).toMatchObject({
    status: "failed",
    observed: "fork[2] sent no request",
  });
  const fault = { code: "HX412", what: "A step is left.", fix: "Remove it." };
  expect(checkScript([fault], asked)).toMatchObject({ status: "failed", observed: "HX412 A step is left. Remove it." });
});

test("the subject check fails on a subject's own error, and shows it with a fix", () => {
  expect(checkSubject([fork]).status).toBe("passed");
  expect(checkSubject([fork, { ...unknown, error: "no key" }]).observed).toBe(
    "fork: no error, fork[2]: no key (run it against `forkproof serve` to see where)",
  );
});

test("a first turn with a ratio below a half warns, unless the prefix is too short for the cache", () => {
  expect(warnOfLowRatio(reading(0.2, 0.95))).toEqual([
    { code: "CB900", message: "fork read 0.20 of its first prompt from the cache; expected 0.95" },
  ]);
  expect(warnOfLowRatio(reading(0.2, null))[0]?.message).toContain("the expected ratio is unknown");
  expect(warnOfLowRatio(reading(0.2, 0.3))[0]?.message).toContain(
    "the prefix is intact, but the directive is longer than it",
  );
  expect(warnOfLowRatio(reading(0.2, 0.3, "diverged"))[0]?.message).not.toContain("whole");
  for (const silent of [turn, unjudged, uncounted, reading(0.5, 0.95), reading(0.5, null), reading(0.2, 0)]) {
    expect(warnOfLowRatio(silent)).toEqual([]);
  }
});

const judging = (judgements: readonly Judgement[], expectBreak: Evidence["expectBreak"] = null): Evidence => ({
  judgements,
  firstTurns: [],
  warnings: [],
  expectBreak,
});

test("the warnings check is exact, and an empty list fails if no first turn has a ratio", () => {
  const held = (wanted: readonly `CB${number}`[], told: readonly string[], ...firstTurns: readonly FirstTurn[]) =>
    checkExpectations(
      { warnings: wanted },
      { ...judging([identicalJudgement]), firstTurns, warnings: told.map((code) => ({ code, message: "" })) },
    ).find(({ check }) => check === "warnings");
  expect(held(["CB900"], ["CB900", "CB900"], turn)?.status).toBe("passed");
  expect(held([], ["CB900"], turn)?.status).toBe("failed");
  expect(held(["CB900"], [], turn)?.status).toBe("failed");
  expect(held([], [], turn)).toMatchObject({ status: "passed", examined: { count: 1, what: "first turn" } });
  expect(held([], [])?.status).toBe("failed");
  expect(held([], [], uncounted, unjudged)).toMatchObject({
    status: "failed",
    observed: "2 of 2 first turns have no ratio, so CB900 cannot show",
    examined: { count: 0 },
  });
  expect(held([], [], turn, uncounted)).toMatchObject({
    status: "passed",
    observed: "none; 1 of 2 first turns have no ratio, so CB900 cannot show",
  });
});

const onPurpose = { reason: "on purpose", at: null, divergesAt: null };

test("a cause that several pairs share is expected once", () => {
  const cause = divergedJudgement.findings.find(({ role }: Finding) => role === "cause")!;
  const judged = [divergedJudgement, { ...divergedJudgement, findings: [cause] }];
  const check = checkExpectations({ findings: [cause.code] }, judging(judged, onPurpose)).find(
    ({ check }) => check === "findings",
  );
  expect(check).toMatchObject({ status: "passed", examined: { count: 2 } });
});

test("the check of the provider's reason fails if the provider gave another reason or did not answer", () => {
  const said = (providerReason: string | null): Judgement => ({ ...divergedJudgement, providerReason });
  const check = (reason: ProviderReason, ...judgements: readonly Judgement[]): unknown =>
    checkExpectations({ verdict: "diverged", providerReason: reason }, judging(judgements)).find(
      ({ check: name }) => name === "providerReason",
    );
  expect(check("tools_changed", said("tools_changed"))).toMatchObject({ status: "passed" });
  expect(check("tools_changed", said("system_changed"))).toMatchObject({
    status: "failed",
    expected: "tools_changed",
    observed: "system_changed",
  });
  expect(check("tools_changed", said(null))).toMatchObject({ status: "failed" });
  expect(check("none", said("none"))).toMatchObject({ status: "passed", observed: "none" });
  expect(check("none", said(null))).toMatchObject({ status: "failed", observed: "not asked or not reported" });
  expect(check("tools_changed")).toMatchObject({ status: "failed", observed: "nothing was judged" });
});

test("an error is allowed only with an expected stop by error or abort", () => {
  const stops = ["completed", "max_turns", "length", "refusal", "timeout", "error", "aborted"] as const;
  const statuses = stops.map((stop) => checkStop([{ ...fork, stop, error: "it threw" }], stop).status);
  expect(statuses).toEqual([...stops.slice(0, 5).map(() => "failed"), "passed", "passed"]);
});
