import { isBreak } from "../../kernel/finding.ts";
import type { Judgement, Verdict } from "../../kernel/judgement.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import type { Evidence } from "./evidence.ts";
import type { ExpectationOf } from "./expectation.ts";

const schema = {
  description: "How much of the parent's prefix the fork kept, by blocks. By default what the strategy declares.",
  enum: ["byte-identical", "rendered-identical", "diverged", "not-comparable"],
} as const;

/**
 * Always checked. `expectBreak` declares a break: without a verdict of its own the scenario then expects one, in a session in one pair or
 * more.
 */
export const verdict: ExpectationOf<typeof schema, Verdict> = {
  name: "verdict",
  schema,
  kinds: ["pair", "session", "fork"],
  decode: (written) => written,
  check: (value, evidence) => {
    const { judgements, expectBreak, forks } = evidence;
    const isSession = forks === undefined && judgements.length > 1;
    const held =
      value === null && expectBreak !== null && isSession
        ? checkAnyDiverged(judgements)
        : checkVerdict(judgements, value ?? (expectBreak === null ? null : "diverged"));
    return [expectBreak === null || held.status === "failed" || hasBreak(evidence) ? held : unbroken(held)];
  },
};

function hasBreak({ judgements, unpaired = [] }: Evidence): boolean {
  if (judgements.some(({ verdict }) => !keepsPrefix(verdict))) return true;
  return [...judgements.flatMap(({ findings }) => findings), ...unpaired].some(isBreak);
}

/** A prefix that holds again keeps its verdict: the declared break would stay in the file, and excuse the next one. */
function unbroken(held: CheckResult): CheckResult {
  const observed = `${held.observed}; \`expectBreak\` declares a break, and no request has one: remove it`;
  return { ...held, status: "failed", observed };
}

/** Most pairs of a recording keep their prefix, whatever one of them breaks on purpose. */
function checkAnyDiverged(judgements: readonly Judgement[]): CheckResult {
  const broken = judgements.filter(({ verdict }) => verdict === "diverged");
  const others = judgements.filter(({ verdict }) => verdict !== "diverged");
  const held = checkVerdict(others, null);
  if (broken.length > 0 && (held.status === "passed" || others.length === 0)) return checkVerdict(broken, "diverged");
  return {
    ...held,
    status: "failed",
    expected: "diverged in one pair or more, else byte-identical or rendered-identical",
  };
}

/** Without an expectation every pair must keep the prefix: raw, or after the named normalisations. */
export function checkVerdict(judgements: readonly Judgement[], expected: Verdict | null): CheckResult {
  const wrong = judgements.filter(({ verdict }) => (expected === null ? !keepsPrefix(verdict) : verdict !== expected));
  const blocks = judgements.reduce((sum, { examined }) => sum + examined.blocks, 0);
  return {
    check: "verdict",
    status: wrong.length === 0 && blocks > 0 ? "passed" : "failed",
    expected: expected ?? "byte-identical or rendered-identical",
    observed: wrong.length === 0 ? seen(judgements) : wrong.map(describe).join("; "),
    examined: { count: blocks, what: blocks === 1 ? "block" : "blocks" },
  };
}

function keepsPrefix(verdict: Verdict): boolean {
  return verdict === "byte-identical" || verdict === "rendered-identical";
}

function seen(judgements: readonly Judgement[]): string {
  const verdicts = [...new Set(judgements.map(({ verdict }) => verdict))];
  return verdicts.length > 0 ? verdicts.join(", ") : "nothing was judged";
}

function describe({ parent, child, verdict, divergence }: Judgement): string {
  const place = divergence === null ? "" : ` at ${divergence.at}`;
  return `${parent.id} -> ${child.id} ${verdict}${place}`;
}
