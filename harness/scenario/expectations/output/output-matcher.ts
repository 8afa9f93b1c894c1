import type { JsonObject } from "../../../kernel/json.ts";
import { findIdleMembers, type IdleMember, type WrittenMatcher } from "./idle-members.ts";

/** What a fork's last text must be. */
export type OutputMatcher =
  | TextMatcher
  /** JSON that this schema (draft-07) accepts. */
  | { readonly kind: "schema"; readonly schema: JsonObject }
  | { readonly kind: "not"; readonly matcher: OutputMatcher }
  | { readonly kind: "anyOf"; readonly matchers: readonly OutputMatcher[] }
  | ScoredMatcher;

export type TextMatcher =
  | { readonly kind: "contains" | "equals" | "startsWith"; readonly text: string }
  /** A regular expression, flag `u`, that matches somewhere. */
  | { readonly kind: "matches"; readonly pattern: string };

/** A matcher whose score comes from code of others or from a model. */
export type ScoredMatcher = ModuleMatcher | GraderMatcher;

/** `module` is a path, or `package#Export`. Scores go from 0 to 1. */
export type ModuleMatcher = { readonly kind: "module"; readonly module: string; readonly atLeast: number };

/** `rubric` is a path. Scores go from 1 to 5. */
export type GraderMatcher = {
  readonly kind: "grader";
  readonly rubric: string;
  readonly model: string;
  readonly atLeast: number;
};

/** One entry of `output`. With a weight it counts in `score`, and does not fail the job by itself. */
export type OutputItem = {
  readonly matcher: OutputMatcher;
  readonly weight: number | null;
  readonly idle: readonly IdleMember[];
};

export function decodeItem(written: WrittenMatcher): OutputItem {
  return { matcher: decodeMatcher(written), weight: written.weight ?? null, idle: findIdleMembers(written) };
}

function decodeMatcher(written: WrittenMatcher): OutputMatcher {
  const { contains, matches, equals, startsWith, schema, not, anyOf, module, grader, model, atLeast } = written;
  if (contains !== undefined) return { kind: "contains", text: contains };
  if (matches !== undefined) return { kind: "matches", pattern: matches };
  if (startsWith !== undefined) return { kind: "startsWith", text: startsWith };
  if (schema !== undefined) return { kind: "schema", schema };
  if (not !== undefined) return { kind: "not", matcher: decodeMatcher(not) };
  if (anyOf !== undefined) return { kind: "anyOf", matchers: anyOf.map(decodeMatcher) };
  if (module !== undefined) return { kind: "module", module, atLeast: atLeast ?? 1 };
  if (grader !== undefined) return { kind: "grader", rubric: grader, model: model ?? "", atLeast: atLeast ?? 4 };
  return { kind: "equals", text: equals ?? "" };
}

export function describeMatcher(matcher: OutputMatcher): string {
  switch (matcher.kind) {
    case "contains":
      return `contains ${JSON.stringify(matcher.text)}`;
    case "matches":
      return `matches /${matcher.pattern}/u`;
    case "equals":
      return `equals ${JSON.stringify(matcher.text)}`;
    case "startsWith":
      return `starts with ${JSON.stringify(matcher.text)}`;
    case "schema":
      return `is JSON of the schema ${JSON.stringify(matcher.schema)}`;
    case "not":
      return `not: ${describeMatcher(matcher.matcher)}`;
    case "anyOf":
      return matcher.matchers.map(describeMatcher).join(" or ");
    case "module":
      return `${matcher.module} scores at least ${matcher.atLeast}`;
    case "grader":
      return `${matcher.model} grades by ${matcher.rubric} at least ${matcher.atLeast}`;
  }
}

/** A matcher and all matchers inside it. */
export function withInner(matcher: OutputMatcher): readonly OutputMatcher[] {
  if (matcher.kind === "not") return [matcher, ...withInner(matcher.matcher)];
  return matcher.kind === "anyOf" ? [matcher, ...matcher.matchers.flatMap(withInner)] : [matcher];
}

/** The matchers of all entries that code of others or a model scores. */
export function scorersIn(items: readonly OutputItem[]): readonly ScoredMatcher[] {
  const inner = items.flatMap(({ matcher }) => withInner(matcher));
  return inner.flatMap((each) => (each.kind === "module" || each.kind === "grader" ? [each] : []));
}
