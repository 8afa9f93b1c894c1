import type { JsonObject } from "../../../kernel/json.ts";
import type { ForkRun } from "../../../kernel/run-result.ts";
import type { OutputMatcher, ScoredMatcher } from "./output-matcher.ts";

/** What a matcher found in one text. The score goes from 0 to 1. `why` says more than the text itself; else it is null. */
export type Examined =
  | { readonly status: "passed" | "failed"; readonly score: number; readonly why: string | null }
  | { readonly status: "not examined"; readonly why: string };

/** What a module or a grader said of one fork. */
export type Scored =
  | { readonly kind: "score"; readonly score: number; readonly why: string | null }
  | { readonly kind: "no opinion" }
  /** Nothing scored it. */
  | { readonly kind: "missing"; readonly text: string }
  | { readonly kind: "fault"; readonly text: string };

/** Which keyword of a schema fails where. Nothing is known if a pattern of it is too slow. */
export type SchemaFault = { readonly text: string; readonly isTooSlow: boolean };

/** The means of examination that run code of others, stop a slow pattern, or compile a schema. */
export type Examiners = {
  readonly matchesPattern: (pattern: string, text: string) => "matches" | "differs" | "too slow";
  /** Null if the text is accepted. */
  readonly schemaFault: (schema: JsonObject, text: string) => SchemaFault | null;
  readonly scoreOf: (matcher: ScoredMatcher, lane: string) => Scored;
};

/** Examines the last text of one fork. A subject that does not say it fails. */
export function examineFork(
  matcher: OutputMatcher,
  { lane, output }: Pick<ForkRun, "lane" | "output">,
  examiners: Examiners,
): Examined {
  if (output === null) return { status: "failed", score: NaN, why: null };
  return examineMatcher(matcher, { lane, output }, examiners);
}

/** For evidence without forks that said something. */
export function noExaminers(): Examiners {
  const missing = (): never => {
    throw new Error("an output is expected, but the evidence has no examiners");
  };
  return { matchesPattern: missing, schemaFault: missing, scoreOf: missing };
}

function examineMatcher(
  matcher: OutputMatcher,
  fork: { readonly lane: string; readonly output: string },
  examiners: Examiners,
): Examined {
  const { output, lane } = fork;
  switch (matcher.kind) {
    case "contains":
      return whether(output.includes(matcher.text));
    case "equals":
      return whether(output === matcher.text);
    case "startsWith":
      return whether(output.startsWith(matcher.text));
    case "matches": {
      const found = examiners.matchesPattern(matcher.pattern, output);
      if (found === "too slow") return tooSlow(matcher.pattern, output);
      return whether(found === "matches");
    }
    case "schema": {
      const fault = examiners.schemaFault(matcher.schema, output);
      if (fault?.isTooSlow === true) return { status: "failed", score: NaN, why: fault.text };
      return whether(fault === null, fault?.text ?? null);
    }
    case "not":
      return negated(examineMatcher(matcher.matcher, fork, examiners));
    case "anyOf":
      return anyOf(matcher.matchers.map((each) => examineMatcher(each, fork, examiners)));
    case "module":
    case "grader":
      return ofScore(matcher, examiners.scoreOf(matcher, lane));
  }
}

function whether(matches: boolean, why: string | null = null): Examined {
  return { status: matches ? "passed" : "failed", score: matches ? 1 : 0, why };
}

/** Neither a match nor the lack of one: also under `not` it fails. */
function tooSlow(pattern: string, output: string): Examined {
  const why = `the pattern /${pattern}/u did not end on ${output.length} characters in time; rewrite it without nested repetition`;
  return { status: "failed", score: NaN, why };
}

/** A fault has no score, and its contrary is not a pass. */
function negated(examined: Examined): Examined {
  if (examined.status === "not examined" || Number.isNaN(examined.score)) return examined;
  const { status, score, why } = examined;
  return { status: status === "passed" ? "failed" : "passed", score: 1 - score, why };
}

function anyOf(all: readonly Examined[]): Examined {
  const examined = all.filter((each) => each.status !== "not examined");
  const passed = examined.find(({ status }) => status === "passed");
  const fault = examined.find(({ score }) => Number.isNaN(score));
  if (passed !== undefined) return passed;
  if (fault !== undefined) return fault;
  // What is unknown may be true.
  if (examined.length < all.length) {
    const which = examined.length === 0 ? "no matcher" : "one of the matchers";
    return { status: "not examined", why: `${which} had ${examined.length === 0 ? "an" : "no"} opinion` };
  }
  const why = examined.flatMap((each) => each.why ?? []).join("; ");
  return { status: "failed", score: Math.max(...examined.map(({ score }) => score)), why: why === "" ? null : why };
}

/** Of a module from 0 to 1, of a grader from 1 to 5. */
const RANGES = { module: [0, 1], grader: [1, 5] } as const;

function ofScore(matcher: ScoredMatcher, scored: Scored): Examined {
  const [low, high] = RANGES[matcher.kind];
  switch (scored.kind) {
    case "no opinion":
      return { status: "not examined", why: "it had no opinion" };
    case "missing":
      return { status: "not examined", why: scored.text };
    case "fault":
      return { status: "failed", score: NaN, why: scored.text };
    case "score": {
      const { score } = scored;
      const why = scored.why === null ? String(score) : `${score}: ${scored.why}`;
      if (!(score >= low && score <= high)) {
        return { status: "failed", score: NaN, why: `the score ${score} is not from ${low} to ${high}` };
      }
      return { status: score >= matcher.atLeast ? "passed" : "failed", score: (score - low) / (high - low), why };
    }
  }
}
