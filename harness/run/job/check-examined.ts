import { EXAMINED } from "../../kernel/evals/unknown-sample.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/** Fails a job if its file expects something and this kind of run examines nothing of it: such a gate would pass unseen. */
export function checkExamined(scenario: Scenario, checks: readonly CheckResult[]): readonly CheckResult[] {
  if (scenario.kind === "filter") return [];
  const written = Object.entries(scenario.expect).flatMap(([name, value]) => (value === null ? [] : [name]));
  const isAbout = ({ check }: CheckResult, name: string): boolean =>
    check === name || (/^[.[]/.test(check.slice(name.length)) && check.startsWith(name));
  // Some have no check of their own: matchers with a weight count in the score, and a rate is checked over all rounds.
  const checked = written.flatMap((name) => {
    const own = checks.filter((check) => isAbout(check, name));
    return own.length === 0 ? [] : [{ name, isSkipped: own.every(({ status }) => status === "not examined") }];
  });
  if (checked.length === 0 || checked.some(({ isSkipped }) => !isSkipped)) return [];
  return [
    {
      check: EXAMINED,
      status: "failed",
      expected: "an expectation that this run can examine",
      observed: `not examined: ${checked.map(({ name }) => name).join(", ")}`,
      examined: { count: 0, what: "expectations" },
    },
  ];
}
