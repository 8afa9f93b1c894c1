import type { JsonObject } from "../kernel/json.ts";
import type { CheckResult, ForkRun } from "../kernel/run-result.ts";
import type { OutputMatcher } from "../scenario/decode/output-matcher.ts";
import { eachFork, forksLooked } from "./each-fork.ts";

/** Whether a text is JSON of a schema. Handed in, because what compiles schemas is large and few scenarios have one. */
export type MatchesSchema = (schema: JsonObject, text: string) => boolean;

/** What each fork said last. All matchers must match. */
export function checkOutput(
  forks: readonly ForkRun[],
  matchers: readonly OutputMatcher[],
  matchesSchema: MatchesSchema,
): CheckResult {
  const failing = matchers.filter(
    (matcher) => !forks.every(({ output }) => output !== null && matches(matcher, output, matchesSchema)),
  );
  return {
    check: "output",
    status: forks.length > 0 && matchers.length > 0 && failing.length === 0 ? "passed" : "failed",
    expected: (failing.length > 0 ? failing : matchers).map(describe).join(" and "),
    observed: eachFork(forks, ({ output }) =>
      output === null ? "not said by the subject" : JSON.stringify(cut(output)),
    ),
    examined: forksLooked(forks.length),
  };
}

function matches(matcher: OutputMatcher, output: string, matchesSchema: MatchesSchema): boolean {
  switch (matcher.kind) {
    case "contains":
      return output.includes(matcher.text);
    case "matches":
      return new RegExp(matcher.pattern, "u").test(output);
    case "equals":
      return output === matcher.text;
    case "schema":
      return matchesSchema(matcher.schema, output);
  }
}

function describe(matcher: OutputMatcher): string {
  switch (matcher.kind) {
    case "contains":
      return `contains ${JSON.stringify(matcher.text)}`;
    case "matches":
      return `matches /${matcher.pattern}/u`;
    case "equals":
      return `equals ${JSON.stringify(matcher.text)}`;
    case "schema":
      return `is JSON of the schema ${JSON.stringify(matcher.schema)}`;
  }
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
