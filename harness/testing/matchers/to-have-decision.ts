import { checkOptions, describe, misuse } from "../misuse.ts";
import type { MatcherResult, MatcherState } from "./matcher.ts";

export type ExpectedDecision = {
  readonly tool: string;
  /** The call's input, or an asymmetric matcher such as `expect.objectContaining({ … })`. Default: any. */
  readonly input?: unknown;
  readonly decision: "allow" | "deny";
};

/** Whether a fork's filter decided so on such a call. Takes a run result, a job or fork of it, or a fork's own result. */
export function toHaveDecision(state: MatcherState, received: unknown, expected: ExpectedDecision): MatcherResult {
  checkExpected(expected);
  const decisions = decisionsIn(received);
  if (decisions === null || decisions.length === 0) {
    const fix = "pass a run result with a fork whose filter decided on a call";
    throw misuse("HX543", `toHaveDecision: ${describe(received)} reports no decision`, fix);
  }
  const pass = decisions.some(
    ({ tool, input, decision }) =>
      tool === expected.tool &&
      decision === expected.decision &&
      (!("input" in expected) || state.equals(input, expected.input)),
  );
  const lines = decisions.map(
    ({ tool, input, decision, rule }) =>
      `  ${String(decision)}  ${String(tool)} ${JSON.stringify(input)}  (${String(rule)})`,
  );
  const not = state.isNot === true ? "not " : "";
  const wanted = `${expected.decision} ${expected.tool}${"input" in expected ? ` ${JSON.stringify(expected.input)}` : ""}`;
  return { pass, message: () => `expected ${not}a decision ${wanted}; the decisions are\n${lines.join("\n")}` };
}

function checkExpected(expected: unknown): void {
  checkOptions("toHaveDecision", expected, ["tool", "input", "decision"]);
  const given = isObject(expected) ? expected : {};
  if (typeof given["tool"] !== "string") {
    throw misuse(
      "HX541",
      `toHaveDecision: tool is ${describe(given["tool"])}`,
      'write { tool: "bash", decision: "deny" }',
    );
  }
  if (given["decision"] !== "allow" && given["decision"] !== "deny") {
    throw misuse("HX541", `toHaveDecision: decision is ${describe(given["decision"])}`, 'write "allow" or "deny"');
  }
}

type Decision = { readonly tool: unknown; readonly input: unknown; readonly decision: unknown; readonly rule: unknown };

/** Null for a value that has no place for decisions. */
function decisionsIn(value: unknown): readonly Decision[] | null {
  if (!isObject(value)) return null;
  for (const holder of ["jobs", "forks"]) {
    const held = value[holder];
    if (Array.isArray(held)) return held.flatMap((each) => decisionsIn(each) ?? []);
  }
  const { decisions } = value;
  if (!Array.isArray(decisions)) return null;
  return decisions.filter(isObject).map(({ tool, input, decision, rule }) => ({ tool, input, decision, rule }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
