import type { Mutation } from "../mutation.ts";

export const filterMutations: readonly Mutation[] = [
  {
    file: "src/filters/decide-safely.ts",
    find: 'return { decision: "deny", rule: "filter-failed", reason: `The filter ${filter.name} failed: ${what}` };',
    replace:
      'return { decision: "allow", rule: "filter-failed", reason: `The filter ${filter.name} failed: ${what}` };',
    proof: { test: "test/src/filters/compose.test.ts", title: "allOf > decides if one throws" },
  },
  {
    file: "src/filters/all-of.ts",
    find: 'if (decision.decision !== "allow") return decision;',
    replace: "if (rules.length > 9) return decision;",
    proof: { test: "test/src/filters/compose.test.ts", title: "allOf > decides if one denies" },
  },
  {
    file: "src/filters/all-of.ts",
    find: "if (rules.length === 0)",
    replace: "if (rules.length < 0)",
    proof: { test: "test/src/filters/compose.test.ts", title: "allOf > decides if there are no filters" },
  },
  {
    file: "src/filters/allow-tools.ts",
    find: ': { decision: "deny", rule: "allow-tools", reason: refusal }',
    replace: ': { decision: "allow", rule: "allow-tools", reason: refusal }',
    proof: { scenarios: ["scenarios/filters/allow-list.yaml"] },
  },
  {
    file: "src/filters/auto-mem-filter.ts",
    find: "return deny(rule, `Only notes in",
    replace: "return allow(rule, `Only notes in",
    proof: { scenarios: ["scenarios/filters/memory-fork.yaml"] },
  },
  {
    file: "src/filters/tools/check-read-tool.ts",
    find: 'return way !== ".." && !way.startsWith(`..${sep}`) &&',
    replace: 'return way !== ".." &&',
    proof: {
      test: "test/src/filters/auto-mem-filter.test.ts",
      title: 'a filter with read roots > decides FileRead {"file_path":"{mem}/escape.md"}: deny',
    },
  },
  {
    file: "src/filters/shell/judge-redirect.ts",
    find: 'if (operator !== "<") return `',
    replace: 'if (operator === "<>") return `',
    proof: { scenarios: ["scenarios/filters/memory-fork.yaml"] },
  },
  {
    file: "src/filters/shell/judge-utility.ts",
    find: "const takes = utilities.get(name);",
    replace: 'const takes = utilities.get(name) ?? utilities.get("ls");',
    proof: {
      test: "test/src/filters/shell/probes.test.ts",
      title: "the classifier allows no dangerous command under literal",
    },
  },
  {
    file: "src/filters/shell/reader/read-script.ts",
    find: 'if (node.type === "Script" &&',
    replace: 'if (node.type === "While" &&',
    proof: {
      test: "test/src/filters/shell/classify-command.test.ts",
      title: "a command that our reader allows > is denied where the grammar finds an error",
    },
  },
  {
    file: "src/filters/shell/promises/agree.ts",
    find: "own === other &&",
    replace: "own.length >= 0 || own === other &&",
    proof: {
      test: "test/src/filters/shell/classify-command.test.ts",
      title: "the two readers disagree on some command",
    },
  },
  {
    file: "src/filters/shell/judge-assignment.ts",
    find: "if (setting === undefined) return judgeVariable(name);",
    replace: "if (setting === undefined) return null;",
    proof: {
      test: "test/src/filters/shell/probes.test.ts",
      title: "the classifier allows no dangerous command under bash",
    },
  },
  {
    file: "src/filters/shell/languages/options.ts",
    find: 'return parser === "either" && operands.length > 0;',
    replace: 'return parser === "either" && operands.length > 9;',
    proof: {
      test: "test/src/filters/shell/probes.test.ts",
      title: "the classifier allows no dangerous command under literal",
    },
  },
  {
    file: "src/filters/tools/shared-options.ts",
    find: 'refuseUnknownValue(reader, "promise", options.promise, commandPromises);',
    replace: 'refuseUnknownValue(reader, "promise", undefined, commandPromises);',
    proof: {
      test: "test/src/filters/option-values.test.ts",
      title: 'a filter with the options {"promise":"bsh"} is refused, with the nearest word',
    },
  },
  {
    file: "src/filters/shell/promises/word-forms.ts",
    find: "const apart = String.raw`(?![[:(])`;",
    replace: "const apart = String.raw`(?![[(])`;",
    proof: {
      test: "test/src/filters/shell/promises/promises.test.ts",
      title: 'a hole of an earlier filter > is denied at the promises that do not hold it: echo "$x:h"',
    },
  },
];
