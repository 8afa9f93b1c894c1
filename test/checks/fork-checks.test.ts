import { expect, test } from "vitest";
import { checkDecisions } from "../../harness/checks/check-decisions.ts";
import { checkFirstTurn, warnOfLowRatio } from "../../harness/checks/check-first-turn.ts";
import { checkOutput } from "../../harness/checks/check-output.ts";
import { checkScript } from "../../harness/checks/check-script.ts";
import { checkStop } from "../../harness/checks/check-stop.ts";
import { checkSubject } from "../../harness/checks/check-subject.ts";
import { checkUsage } from "../../harness/checks/check-usage.ts";
import { checkPrefix } from "../../harness/checks/prefix-checks.ts";
import type { Finding } from "../../harness/kernel/finding.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import type { ForkRun } from "../../harness/kernel/run-result.ts";
import { matchesSchema } from "../../harness/scenario/matches-schema.ts";
import { parseNumberBound } from "../../harness/scenario/number-bound.ts";
import type { ProviderReason } from "../../harness/scenario/scenario.ts";
import { divergedJudgement, identicalJudgement } from "../report/sample-judgement.ts";

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
const at = parseNumberBound;
const statusOf = ({ status }: { readonly status: string }): string => status;

test("a check that looked at nothing fails", () => {
  const none = [
    ...checkFirstTurn([], { ratio: at(">= 0"), efficiency: at(">= 0") }),
    checkDecisions([], []),
    checkStop([], "completed"),
    checkSubject([]),
    checkOutput([], [{ kind: "contains", text: "" }], matchesSchema),
    ...checkUsage([], { read: at(">= 0"), write: null, fresh: null, output: null }),
    checkScript([], []),
  ];
  expect(none.map(statusOf)).toEqual(none.map(() => "failed"));
  expect(none.map(({ examined }) => examined.count)).toEqual(none.map(() => 0));
});

test("what is not known is not as expected, whatever was expected", () => {
  const checks = [
    ...checkFirstTurn([unknown], { ratio: at("<= 1"), efficiency: at(">= 0") }),
    checkDecisions([unknown], []),
    checkStop([unknown], "completed"),
    checkOutput([unknown], [{ kind: "contains", text: "" }], matchesSchema),
    ...checkUsage([unknown], { read: at(">= 0"), write: null, fresh: null, output: at("= 0") }),
  ];
  expect(checks.map(({ status, observed }) => `${status}: ${observed}`)).toEqual([
    "failed: not reported",
    "failed: not reported",
    "failed: fork[2]: not said by the subject",
    "failed: not said by the subject",
    "failed: not said by the subject",
    "failed: not reported",
    "failed: not reported",
  ]);
});

test("one of several forks fails the check, and each is told", () => {
  const [check] = checkFirstTurn([fork, { ...fork, lane: "fork[2]", firstTurnRatio: 0.89996 }], {
    ratio: at(">= 0.9"),
    efficiency: null,
  });
  expect(check).toMatchObject({
    status: "failed",
    observed: "fork: 0.9, fork[2]: 0.89996",
    examined: { count: 2, what: "forks" },
  });
});

test("usage is summed over turns; a turn without a counter leaves the sum unknown", () => {
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

test("decisions are rows in order, none missing and none left over", () => {
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

test("output is matched by all matchers", () => {
  const schema = { type: "object", properties: { found: { type: "integer" } }, required: ["found"] };
  const check = (...matchers: Parameters<typeof checkOutput>[1]): string =>
    checkOutput([fork], matchers, matchesSchema).status;
  expect(check({ kind: "schema", schema }, { kind: "matches", pattern: "^\\{" }, { kind: "contains", text: "3" })).toBe(
    "passed",
  );
  expect(check({ kind: "equals", text: '{"found":3}' })).toBe("passed");
  expect(check({ kind: "equals", text: '{"found":3} ' })).toBe("failed");
  expect(check({ kind: "schema", schema: { ...schema, required: ["lost"] } })).toBe("failed");
  expect(checkOutput([{ ...fork, output: "no JSON" }], [{ kind: "schema", schema }], matchesSchema).status).toBe(
    "failed",
  );
});

test("a script fits when every fork asks and nothing is left", () => {
  const asked = [{ lane: "fork", requests: 2 }];
  expect(checkScript([], asked)).toMatchObject({ status: "passed", examined: { count: 2, what: "requests" } });
  expect(checkScript([], [...asked, { lane: "fork[2]", requests: 0 }])).toMatchObject({
    status: "failed",
    observed: "fork[2] sent no request",
  });
  const fault = { code: "HX412", what: "A step is left.", mend: "Remove it." };
  expect(checkScript([fault], asked)).toMatchObject({ status: "failed", observed: "HX412 A step is left. Remove it." });
});

test("a subject's own error fails, and is told with what to do", () => {
  expect(checkSubject([fork]).status).toBe("passed");
  expect(checkSubject([fork, { ...unknown, error: "no key" }]).observed).toBe(
    "fork: no error, fork[2]: no key (run it against `forkproof serve` to see where)",
  );
});

test("a first turn below a half warns, unless nothing could be expected or nothing is known", () => {
  const low = { ...fork, firstTurnRatio: 0.2, expectedRatio: 0.95 };
  expect(warnOfLowRatio(low, identicalJudgement)).toEqual([
    { code: "CB900", message: "fork read 0.20 of its first prompt from the cache, where 0.95 could be expected" },
  ]);
  expect(warnOfLowRatio({ ...low, expectedRatio: 0.3 }, identicalJudgement)[0]?.message).toContain(
    "the prefix is whole, and the directive is long beside it",
  );
  expect(warnOfLowRatio({ ...low, expectedRatio: 0.3 }, divergedJudgement)[0]?.message).not.toContain("whole");
  for (const silent of [fork, unknown, { ...low, firstTurnRatio: 0.5 }, { ...low, expectedRatio: 0 }]) {
    expect(warnOfLowRatio(silent, identicalJudgement)).toEqual([]);
  }
});

const expected = {
  verdict: null,
  reusable: null,
  providerReason: null,
  findings: null,
  normalisations: null,
  warnings: null,
};

test("warnings are exact, for pairs and sessions too, which have none of their own", () => {
  const status = (wanted: readonly `CB${number}`[], told: readonly string[]): string | undefined =>
    checkPrefix(
      [identicalJudgement],
      { ...expected, warnings: wanted },
      null,
      told.map((code) => ({ code, message: "" })),
    ).find(({ check }) => check === "warnings")?.status;
  expect(status(["CB900"], ["CB900", "CB900"])).toBe("passed");
  expect(status([], ["CB900"])).toBe("failed");
  expect(status(["CB900"], [])).toBe("failed");
  expect(status([], [])).toBe("passed");
  expect(checkPrefix([], { ...expected, warnings: [] }, null).find(({ check }) => check === "warnings")?.status).toBe(
    "failed",
  );
});

test("a cause that several pairs share is expected once", () => {
  const cause = divergedJudgement.findings.find(({ role }: Finding) => role === "cause")!;
  const judged = [divergedJudgement, { ...divergedJudgement, findings: [cause] }];
  const check = checkPrefix(judged, { ...expected, findings: [cause.code] }, "on purpose").find(
    ({ check }) => check === "findings",
  );
  expect(check).toMatchObject({ status: "passed", examined: { count: 2 } });
});

test("the provider's own reason is held against what is expected; silence is no answer", () => {
  const said = (providerReason: string | null): Judgement => ({ ...divergedJudgement, providerReason });
  const check = (reason: ProviderReason, ...judgements: readonly Judgement[]): unknown =>
    checkPrefix(judgements, { ...expected, verdict: "diverged", providerReason: reason }, null).find(
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
