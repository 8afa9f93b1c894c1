import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../../../kernel/json.ts";
import type { CheckResult, FilterDecisionRecord, ForkRun } from "../../../kernel/run-result.ts";
import type { FromSchema } from "../../schema/from-schema.ts";
import type { ExpectationOf } from "../expectation.ts";
import { type Examiners, noExaminers } from "../output/examine-matcher.ts";
import type { ValueFault } from "../../shape/fault.ts";
import { eachFork, forksLooked } from "../parts/each-fork.ts";
import { unproducible } from "../parts/unproducible.ts";
import { assignAll } from "./assign-all.ts";
import { undeclaredText } from "./undeclared-tools.ts";

const schema = {
  description: "The tool calls of each fork, allowed or denied. Other calls are ignored.",
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    inOrder: {
      description: "These calls, in this order.",
      type: "array",
      minItems: 1,
      items: { $ref: "#/definitions/expectedCall" },
    },
    anyOrder: {
      description: "These calls, in any order.",
      type: "array",
      minItems: 1,
      items: { $ref: "#/definitions/expectedCall" },
    },
    never: {
      description: "No call of these tools, which a request of the parent or a fork declares.",
      type: "array",
      minItems: 1,
      uniqueItems: true,
      items: { $ref: "#/definitions/text" },
    },
    atMost: { description: "The most calls.", type: "integer", minimum: 0 },
  },
} as const;

type ExpectedCall = { readonly tool: string; readonly input: JsonObject | null };

/** Null: not expected. */
export type CallsExpectation = {
  readonly inOrder: readonly ExpectedCall[] | null;
  readonly anyOrder: readonly ExpectedCall[] | null;
  readonly never: readonly string[] | null;
  readonly atMost: number | null;
};

export const calls: ExpectationOf<typeof schema, CallsExpectation> = {
  name: "calls",
  schema,
  kinds: ["fork"],
  decode: ({ inOrder, anyOrder, never, atMost }) => ({
    inOrder: inOrder?.map(decodeCall) ?? null,
    anyOrder: anyOrder?.map(decodeCall) ?? null,
    never: never ?? null,
    atMost: atMost ?? null,
  }),
  unproducible: ({ inOrder, anyOrder }, scenario) => [
    ...(scenario.kind === "fork" && scenario.fork.subject.kind === "command"
      ? [unproducible(["calls"], "key", "needs calls, which a command does not report", "remove it")]
      : []),
    ...badPatterns("inOrder", inOrder ?? []),
    ...badPatterns("anyOrder", anyOrder ?? []),
  ],
  check: (expected, { forks = [], examiners = noExaminers(), declaredTools = () => null }) =>
    expected === null ? [] : checkCalls(expected, forks, examiners, declaredTools),
};

function decodeCall({ tool, input }: FromSchema<{ readonly $ref: "#/definitions/expectedCall" }>): ExpectedCall {
  return { tool, input: input ?? null };
}

function badPatterns(key: string, expected: readonly ExpectedCall[]): readonly ValueFault[] {
  return expected.flatMap(({ input }, at) =>
    Object.entries(input ?? {}).flatMap(([name, wanted]) => {
      const matcher = readMatcher(wanted);
      if (matcher?.kind !== "matches" || isPattern(matcher.text)) return [];
      const path = ["calls", key, String(at), "input", name, "matches"];
      return [
        unproducible(path, "value", "is not a regular expression with the flag `u`", "close its groups and classes"),
      ];
    }),
  );
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, "u"));
  } catch {
    return false;
  }
}

/** One check for each key. A fork whose subject does not report its calls fails. */
function checkCalls(
  { inOrder, anyOrder, never, atMost }: CallsExpectation,
  forks: readonly ForkRun[],
  { matchesPattern }: Examiners,
  declaredTools: () => ReadonlySet<string> | null,
): readonly CheckResult[] {
  const check = (name: string, expected: string, faultOf: (made: Calls) => string | null): CheckResult => {
    const faults = forks.map(({ lane, decisions }) => {
      slow.clear();
      const fault = decisions === null ? "not said by the subject" : faultOf(decisions);
      const [pattern] = slow;
      return { lane, fault: pattern === undefined ? fault : tooSlow(pattern) };
    });
    const isMet = faults.length > 0 && faults.every(({ fault }) => fault === null);
    const shown = forks.map(({ lane, decisions }, at) => ({
      lane,
      text: [faults[at]?.fault ?? [], `calls: ${callsText(decisions ?? [])}`].flat().join("; "),
    }));
    return {
      check: `calls.${name}`,
      status: isMet ? "passed" : "failed",
      expected,
      observed: eachFork(shown, ({ text }) => text),
      examined: forksLooked(forks.length),
    };
  };
  const slow = new Set<string>();
  /** A pattern that took too long once is not tried again. */
  const matches = (pattern: string, value: string): boolean => {
    if (slow.has(pattern)) return false;
    const found = matchesPattern(pattern, value);
    if (found === "too slow") slow.add(pattern);
    return found === "matches";
  };
  const fits = (made: FilterDecisionRecord, call: ExpectedCall): boolean => fitsCall(made, call, matches);
  return [
    ...(inOrder === null
      ? []
      : [check("inOrder", inOrder.map(callText).join(", "), (made) => missingInOrder(made, inOrder, fits))]),
    ...(anyOrder === null
      ? []
      : [check("anyOrder", anyOrder.map(callText).join(", "), (made) => missingInAnyOrder(made, anyOrder, fits))]),
    ...(never === null
      ? []
      : [
          check("never", `no call of ${never.join(", ")}`, (made) => {
            const found = made.find(({ tool }) => never.includes(tool));
            // A fork cannot call a tool that it does not have: such a name checks nothing.
            return found === undefined ? undeclaredText(never, declaredTools()) : `it called ${found.tool}`;
          }),
        ]),
    ...(atMost === null
      ? []
      : [check("atMost", `at most ${atMost}`, (made) => (made.length <= atMost ? null : `it made ${made.length}`))]),
  ];
}

type Calls = readonly FilterDecisionRecord[];
type Fits = (made: FilterDecisionRecord, call: ExpectedCall) => boolean;

function missingInOrder(made: Calls, expected: readonly ExpectedCall[], fits: Fits): string | null {
  let from = 0;
  for (const call of expected) {
    const at = made.findIndex((each, index) => index >= from && fits(each, call));
    if (at === -1) return `missing ${callText(call)}${from === 0 ? "" : ` after call ${from}`}`;
    from = at + 1;
  }
  return null;
}

/** Each expected call takes one of the calls that were made; the first choice must not block a later one. */
function missingInAnyOrder(made: Calls, expected: readonly ExpectedCall[], fits: Fits): string | null {
  const missing = assignAll(expected, made, (call, each) => fits(each, call));
  return missing === null ? null : `missing ${callText(missing)}`;
}

function fitsCall(made: FilterDecisionRecord, { tool, input }: ExpectedCall, matches: Matches): boolean {
  return (
    made.tool === tool &&
    Object.entries(input ?? {}).every(([name, wanted]) => fitsValue(made.input?.[name], wanted, matches))
  );
}

type Matches = (pattern: string, value: string) => boolean;

function fitsValue(value: unknown, wanted: unknown, matches: Matches): boolean {
  const matcher = readMatcher(wanted);
  if (matcher === null) return isDeepStrictEqual(value, wanted);
  if (typeof value !== "string") return false;
  const { kind, text } = matcher;
  switch (kind) {
    case "matches":
      return matches(text, value);
    case "contains":
      return value.includes(text);
    case "startsWith":
      return value.startsWith(text);
  }
}

/** A matcher of an argument; null for a value that is compared as a whole. */
function readMatcher(
  wanted: unknown,
): { readonly kind: "matches" | "contains" | "startsWith"; readonly text: string } | null {
  const [kind, text, ...others] = isJsonObject(wanted) ? Object.entries(wanted).flat() : [];
  if (typeof text !== "string" || others.length > 0) return null;
  return kind === "matches" || kind === "contains" || kind === "startsWith" ? { kind, text } : null;
}

function tooSlow(pattern: string): string {
  return `the pattern /${pattern}/u did not end in time; rewrite it without nested repetition`;
}

function callText({ tool, input }: ExpectedCall): string {
  return input === null ? tool : `${tool} ${JSON.stringify(input)}`;
}

function callsText(made: Calls): string {
  return (
    made.map(({ tool, input }) => (input === null ? tool : `${tool} ${JSON.stringify(input)}`)).join(", ") || "none"
  );
}
