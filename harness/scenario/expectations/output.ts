import type { JsonObject } from "../../kernel/json.ts";
import type { CheckResult, ForkRun } from "../../kernel/run-result.ts";
import type { FromSchema } from "../schema/from-schema.ts";
import type { MatchesSchema } from "./evidence.ts";
import type { ExpectationOf } from "./expectation.ts";
import { eachFork, forksLooked } from "./parts/each-fork.ts";
import { unproducible } from "./parts/unproducible.ts";

const schema = {
  description: "All must match the fork's last text.",
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    additionalProperties: false,
    oneOf: [{ required: ["contains"] }, { required: ["matches"] }, { required: ["equals"] }, { required: ["schema"] }],
    properties: {
      contains: { allOf: [{ $ref: "#/definitions/text" }], description: "The text contains this." },
      matches: {
        title: "a regular expression",
        description: "A regular expression (of JavaScript, with flag `u`) matches the text somewhere.",
        type: "string",
        format: "regex",
      },
      equals: { description: "The text is exactly this.", type: "string" },
      schema: { description: "The text is JSON that this JSON schema (draft-07) accepts.", type: "object" },
    },
  },
} as const;

/** What the fork's last text must be. */
export type OutputMatcher =
  | { readonly kind: "contains"; readonly text: string }
  /** A regular expression, flag `u`, that matches somewhere. */
  | { readonly kind: "matches"; readonly pattern: string }
  | { readonly kind: "equals"; readonly text: string }
  /** JSON that this schema (draft-07) accepts. */
  | { readonly kind: "schema"; readonly schema: JsonObject };

export const output: ExpectationOf<typeof schema, readonly OutputMatcher[]> = {
  name: "output",
  schema,
  kinds: ["fork"],
  decode: (matchers) => matchers.map(decodeMatcher),
  unproducible: (matchers) =>
    matchers.flatMap((matcher, at) =>
      matcher.kind === "matches" && ANY_TEXTS.every((text) => new RegExp(matcher.pattern, "u").test(text))
        ? [
            unproducible(
              ["output", String(at), "matches"],
              "value",
              "matches every text: it checks nothing",
              "write an expression that some text does not match",
            ),
          ]
        : [],
    ),
  check: (matchers, { forks = [], matchesSchema = noSchema }) =>
    matchers === null ? [] : [checkOutput(forks, matchers, matchesSchema)],
};

/** Texts with nothing in common: an expression that matches all of them matches any. */
const ANY_TEXTS: readonly string[] = ["", "a", "\n", "0 ☃", "ÆØ-"];

type WrittenMatcher = FromSchema<typeof schema>[number];

function decodeMatcher({ contains, matches, equals, schema }: WrittenMatcher): OutputMatcher {
  if (contains !== undefined) return { kind: "contains", text: contains };
  if (matches !== undefined) return { kind: "matches", pattern: matches };
  if (schema !== undefined) return { kind: "schema", schema };
  return { kind: "equals", text: equals ?? "" };
}

function noSchema(): never {
  throw new Error("an output has a schema, but the evidence has no matchesSchema");
}

/** Compares the last text of each fork. All matchers must match. */
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
