import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { codesWithoutRule } from "../../harness/diagnosis/codes-without-rule.ts";
import { sequenceRules } from "../../harness/diagnosis/registry.ts";
import { expectations } from "../../harness/scenario/expectations/expectations.ts";
import { SEQUENCE_CODES, WARNING_CODES } from "../../harness/scenario/expectations/findings.ts";
import { faultsOf } from "./load-text.ts";

/** Every kind of scenario that has an `expect`, with each mode that it may name. */
const kinds: Readonly<Record<string, string>> = {
  pair: `parent: { source: s, exchange: last }\nfork: { recorded: { exchange: "2" } }\n`,
  session: "session: { source: s }\n",
  ...forks("strategy", "strategy: pass-through, prompt: go"),
  ...forks("module", "subject: a.ts, prompt: go"),
  ...forks("command", "command: [node, a.js]"),
};

function forks(kind: string, subject: string): Readonly<Record<string, string>> {
  const script = "script: [{ call: { Read: {} } }, { text: done }]";
  return Object.fromEntries(
    [`mock, ${script}`, "replay", "live"].map((mode) => [
      `${kind} ${mode.slice(0, 6).replace(",", "").trim()}`,
      `parent: { source: s, exchange: last }\nfork: { ${subject} }\nprovider: { mode: ${mode} }\n`,
    ]),
  );
}

/** One value of each expectation that means something where anything can be expected. */
const members: Readonly<Record<string, string>> = {
  verdict: "byte-identical",
  findings: "[CB202]",
  reusable: "unknown",
  providerReason: "tools_changed",
  normalisations: "[cache_control]",
  warnings: "[]",
  firstTurn: '{ ratio: ">= 0.9" }',
  class: "extension",
  divergence: "{ segment: tools }",
  decisions: "[{ tool: Read, decision: allow }]",
  effects: "{ written: [a.md] }",
  stop: "completed",
  output: "[{ contains: done }]",
  usage: '{ read: "> 0" }',
  cost: '{ breakUsd: "= 0" }',
  simulate: '{ wrong: "= 0" }',
  turns: '"<= 3"',
  score: '">= 0.8"\n  output: [{ contains: done, weight: 1 }]',
  calls: "{ never: [Bash] }",
  duration: '"<= 20s"',
  passRate: '">= 0.8"',
  passAtK: '{ 3: ">= 0.9" }',
  passHatK: '{ 3: ">= 0.5" }',
};

test("the examples have a value for every expectation", () => {
  expect(Object.keys(members).toSorted()).toEqual(expectations.map(({ name }) => name).toSorted());
});

test("every expectation loads or is refused by its list of kinds and its rule, in every kind and mode", () => {
  const table = Object.entries(members).map(([member, value]) => {
    const cells = Object.entries(kinds).map(([kind, text]) => {
      // A divergence is a break, which has to be meant.
      const moves = member === "divergence" ? "expectBreak: { reason: meant }\n" : "";
      const faults = faultsOf(`name: x\n${text}${moves}expect:\n  ${member}: ${value}\n`);
      const line = `name: x\n${text}${moves}expect:\n`.split("\n").length;
      const isThere = faults === "no fault" || faults.includes(`at cases/a.yaml:${line}:`);
      expect(isThere, `${kind} ${member}: ${faults}`).toBe(true);
      const column = kind === "pair" || kind === "session" ? kind : "fork";
      const admits = expectations.some(({ name, kinds: of }) => name === member && of.includes(column));
      expect(faults.includes("HX114"), `${kind} ${member}`).toBe(!admits);
      return faults === "no fault" ? "yes" : (/^HX\d+/.exec(faults)?.[0] ?? faults);
    });
    return `${member.padEnd(15)}${cells.map((cell) => cell.padEnd(6)).join("")}`.trimEnd();
  });
  expect([`${" ".repeat(15)}${Object.keys(kinds).join(" | ")}`, ...table].join("\n")).toMatchInlineSnapshot(`
    "               pair | session | strategy mock | strategy replay | strategy live | module mock | module replay | module live | command mock | command replay | command live
    verdict        yes   yes   yes   yes   yes   yes   yes   yes   yes   yes   yes
    findings       yes   yes   yes   yes   yes   yes   yes   yes   yes   yes   yes
    reusable       yes   yes   yes   yes   yes   yes   yes   yes   yes   yes   yes
    providerReason yes   yes   yes   yes   yes   yes   yes   yes   yes   yes   yes
    normalisations yes   yes   yes   yes   yes   yes   yes   yes   yes   yes   yes
    warnings       yes   yes   yes   yes   yes   yes   yes   yes   yes   yes   yes
    firstTurn      yes   yes   yes   yes   yes   yes   yes   yes   yes   yes   yes
    class          yes   HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes
    divergence     yes   HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes
    decisions      HX114 HX114 yes   yes   yes   yes   yes   yes   HX116 HX116 HX116
    effects        HX114 HX114 HX116 HX116 HX116 HX116 HX116 HX116 HX116 HX116 HX116
    stop           HX114 HX114 yes   yes   yes   HX116 HX116 HX116 HX116 HX116 HX116
    output         HX114 HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes
    usage          HX114 HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes
    cost           yes   yes   yes   yes   yes   yes   yes   yes   yes   yes   yes
    simulate       HX114 yes   HX114 HX114 HX114 HX114 HX114 HX114 HX114 HX114 HX114
    turns          HX114 HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes
    score          HX114 HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes
    calls          HX114 HX114 yes   yes   yes   yes   yes   yes   HX116 HX116 HX116
    duration       HX114 HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes
    passRate       HX114 HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes
    passAtK        HX114 HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes
    passHatK       HX114 HX114 yes   yes   yes   yes   yes   yes   yes   yes   yes"
  `);
});

const strategy = kinds["strategy mock"] ?? "";
const withForks = (answers: string): string => strategy.replace(/script: .*\]/, `script: ${answers}`);

test.for([
  ["a warning among the findings", kinds["pair"], "findings: [CB900]"],
  ["a code of sequences in a pair", strategy, "findings: [CB311]"],
  ["a cause among the warnings", kinds["session"], "warnings: [CB202]"],
  ["a live run's warning in a mocked one", strategy, "warnings: [CB903]"],
  ["a prefix that cannot be read without a cause", kinds["session"], "{ reusable: no, findings: [] }"],
  ["a prefix that can be read with a cause", kinds["pair"], "{ reusable: yes, findings: [CB202] }"],
  ["a normalisation of equal bytes", kinds["pair"], "{ verdict: byte-identical, normalisations: [cache_control] }"],
  ["a first difference of equal blocks", strategy, "{ verdict: rendered-identical, divergence: { segment: tools } }"],
  ["a class that no pair has", kinds["pair"], "class: initial"],
  ["a class that goes with another verdict", strategy, "{ verdict: byte-identical, class: changed }"],
  ["a ratio that every fork has", strategy, 'firstTurn: { ratio: ">= 0" }'],
  ["an efficiency that no fork has", kinds["session"], 'firstTurn: { efficiency: "> 1" }'],
  ["a count that every fork has", strategy, 'usage: { fresh: ">= 0" }'],
  ["a count that no recording has", kinds["session"], 'simulate: { ratios: { low: "< 0" } }'],
  ["an abort that nobody asks for", strategy, "stop: aborted"],
  ["a refusal that nobody scripted", strategy, "stop: refusal"],
  ["decisions without a call", withForks("[{ text: done }]"), "decisions: []"],
  ["a ratio of a fork that gets errors alone", withForks("[{ error: 400 }]"), 'firstTurn: { ratio: "> 0.5" }'],
  ["usage of a fork that gets errors alone", withForks("[{ error: 400 }]"), 'usage: { read: "> 0" }'],
  ["warnings of a fork that gets errors alone", withForks("[{ error: 400 }]"), "warnings: []"],
  ["effects of a fork without a memory folder", strategy, "effects: { written: [] }"],
  ["decisions of a command", kinds["command mock"], "decisions: []"],
  ["a score of no weights", strategy, '{ output: [{ contains: done }], score: ">= 0.5" }'],
  ["a weight without a score", strategy, "output: [{ contains: done, weight: 2 }]"],
  ["a weight inside another matcher", strategy, "output: [{ not: { contains: a, weight: 2 } }]"],
  ["a model that nothing asks", strategy, "output: [{ contains: done, model: claude-sonnet-4-5 }]"],
  ["a module's model", strategy, "output: [{ anyOf: [{ contains: a }, { module: a.mjs, model: gpt-5 }] }]"],
  ["a least score of a matcher without one", strategy, "output: [{ matches: done, atLeast: 0.5 }]"],
  ["a grader without a model", strategy, "output: [{ grader: a.md }]"],
  ["a grade that every answer gets", strategy, "output: [{ grader: a.md, model: gpt-5, atLeast: 1 }]"],
  ["a score that no module gives", strategy, "output: [{ module: a.mjs, atLeast: 2 }]"],
  ["a loop's end that a module does not report", kinds["module live"], "stop: max_turns"],
] as const)("the loader refuses %s with its line", ([, text = "", expected]) => {
  const faults = faultsOf(written(text, expected));
  expect(faults).toMatch(/^HX116 `expect\.\w/);
  expect(faults).toMatch(/at cases\/a\.yaml:\d+:\d+/);
});

test.for([
  ["a code of sequences in a session", kinds["session"], "findings: [CB311]"],
  ["what a live run warns of", kinds["strategy live"], "warnings: [CB900, CB903]"],
  ["a cause beside the pairs of a session", kinds["session"], "{ reusable: yes, findings: [CB602] }"],
  ["a note of a prefix that can be read", kinds["pair"], "{ reusable: yes, findings: [CB703] }"],
  ["a scripted refusal", withForks("[{ refusal: no }]"), "stop: refusal"],
  ["a fork without a call, answered by a recording", kinds["strategy replay"], "decisions: []"],
  ["an answer behind an error", withForks("[{ error: 529 }, { text: done }]"), 'firstTurn: { ratio: "> 0.5" }'],
  ["a module that fails", kinds["module mock"], "stop: error"],
  [
    "a memory fork",
    strategy.replace("prompt: go", "prompt: go, filter: { autoMem: { memoryDir: m } }"),
    "effects: { written: [] }",
  ],
] as const)("the loader accepts %s", ([, text = "", expected]) => {
  expect(faultsOf(written(text, expected))).toBe("no fault");
});

/** With the codes that the words of the test's vocabulary lack. */
function written(text: string, expected: string): string {
  const expect = parse(expected.startsWith("{") ? expected : `{ ${expected} }`) as object;
  const moves = "divergence" in expect ? "expectBreak: { reason: meant }\n" : "";
  return `name: x\n${text}${moves}${stringify({ expect })}`;
}

test("the lists of codes match the catalogue", () => {
  expect(SEQUENCE_CODES.toSorted()).toEqual(sequenceRules.map(({ code }) => code).toSorted());
  expect(WARNING_CODES).toEqual(codesWithoutRule.flatMap(({ code, status }) => (status === "warning" ? [code] : [])));
});
