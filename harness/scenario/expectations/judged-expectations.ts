import type { FindingCode } from "../../kernel/finding.ts";
import type { Verdict } from "../../kernel/judgement.ts";
import { emptyBounds, type ExpectationRule, unproducible } from "./expectation-rule.ts";
import type { ForkScenario, PairScenario, SessionScenario } from "../scenario.ts";

type Judged = PairScenario | SessionScenario | ForkScenario;

/** What a judgement of two requests can say, and what it can never say at once. */

/** Codes that are a warning of a run, and a finding of nothing. A test holds both lists against the catalogue. */
export const WARNING_CODES: readonly FindingCode[] = ["CB900"];

/** Codes that only several requests in a row can show. */
export const SEQUENCE_CODES: readonly FindingCode[] = ["CB209", "CB311", "CB504", "CB505", "CB602"];

/** The codes whose rules are notes: they make no request unreadable. */
export const NOTE_CODES: readonly FindingCode[] = [
  "CB421",
  "CB506",
  "CB509",
  "CB510",
  "CB703",
  "CB901",
  "CB902",
  "CB903",
  "CB904",
];

export const inFindings: ExpectationRule<Judged> = ({ kind, expect: { findings } }) => [
  ...(findings ?? [])
    .filter((code) => WARNING_CODES.includes(code))
    .map((code) =>
      unproducible(["findings"], "value", `expects ${code}, which is a warning`, `write it under \`warnings\``),
    ),
  ...(findings ?? [])
    .filter((code) => kind !== "session" && SEQUENCE_CODES.includes(code))
    .map((code) =>
      unproducible(
        ["findings"],
        "value",
        `expects ${code}, which only a whole recording can show`,
        "judge the recording with `session: { source }`, or remove the code",
      ),
    ),
];

/** `reusable: no` and a cause are one thing said twice. In a session, a finding may belong to no pair. */
export const inReusable: ExpectationRule<Judged> = ({ kind, expect: { reusable, findings } }) => {
  if (reusable === null || findings === null) return [];
  const causes = findings.filter((code) => !NOTE_CODES.includes(code));
  if (reusable === "no" && causes.length === 0) {
    const what = "expects a prefix that cannot be read, and `expect.findings` no cause of that";
    return [unproducible(["reusable"], "value", what, "name the cause under `findings`, or expect another value")];
  }
  if (reusable === "no" || causes.length === 0 || kind === "session") return [];
  const what = `cannot be ${reusable} with ${causes.join(", ")} under \`expect.findings\`: a cause makes it no`;
  return [unproducible(["reusable"], "value", what, "write `reusable: no`, or remove the code")];
};

export const inNormalisations: ExpectationRule<Judged> = ({ expect: { verdict, normalisations } }) => {
  const isIn = verdict !== "byte-identical" && verdict !== "not-comparable";
  if (isIn || normalisations === null || normalisations.length === 0) return [];
  const what = `expects ${normalisations.join(", ")}, and \`verdict: ${verdict}\` needs none`;
  const fix = "write `verdict: rendered-identical`, or remove the normalisations";
  return [unproducible(["normalisations"], "value", what, fix)];
};

export const inDivergence: ExpectationRule<PairScenario | ForkScenario> = ({ expect: { verdict, divergence } }) => {
  if (divergence === null || verdict === null || verdict === "diverged") return [];
  const what = `expects a first difference, and \`verdict: ${verdict}\` has none`;
  return [unproducible(["divergence"], "value", what, "write `verdict: diverged`, or remove the divergence")];
};

export const inClass: ExpectationRule<PairScenario | ForkScenario> = ({ expect: { verdict, class: expected } }) => {
  if (expected === null) return [];
  const possible = verdict === null ? Object.values(CLASSES).flat() : CLASSES[verdict];
  if (possible.includes(expected)) return [];
  const [about, all] = verdict === null ? ["a pair", new Set(possible)] : [`\`verdict: ${verdict}\``, possible];
  const what = `cannot be ${expected} with ${about}`;
  return [unproducible(["class"], "value", what, `write one of ${[...all].join(", ")}`)];
};

/** The classes that go with each verdict; `initial` is of a request without a parent. */
const CLASSES: Readonly<Record<Verdict, readonly string[]>> = {
  "byte-identical": ["identical", "extension", "shortened"],
  "rendered-identical": ["identical", "extension", "shortened"],
  diverged: ["changed", "unrelated"],
  "not-comparable": ["unrelated"],
};

/** Of what `simulate` counts. */
export const inBounds: ExpectationRule<SessionScenario> = ({ expect: { simulate } }) => {
  if (simulate === null) return [];
  const { exact, classRight, wrong, ratios } = simulate;
  const { "cold-parent": coldParent, "below-minimum": belowMinimum, ok, low, unknown } = ratios;
  return [
    ...emptyBounds(["simulate"], { exact, classRight }, 1),
    ...emptyBounds(["simulate"], { wrong }, Infinity),
    ...emptyBounds(["simulate", "ratios"], { ok, low, coldParent, belowMinimum, unknown }, Infinity),
  ];
};
