import { expect, test } from "vitest";

import { faultsOf } from "./load-text.ts";
import { fork } from "./smallest.ts";

test("an unknown key is reported with the nearest known one", () => {
  expect(faultsOf(`${fork}expct: { verdct: diverged }\nlimit: 3\n`)).toMatchInlineSnapshot(`
    "HX110 unknown key \`expct\`
      at cases/a.yaml:4:1
      did you mean \`expect\`? (exit 2)
    HX110 unknown key \`limit\`
      at cases/a.yaml:5:1
      known here: name, tags, only, skip, timeout, matrix, cases, parent, fork, session, filter, decisions, at, provider, expect, expectBreak (exit 2)"
  `);
  expect(faultsOf(fork.replace("prompt", "promt").replace("source", "src"))).toMatchInlineSnapshot(`
    "HX111 \`source\` is missing in \`parent\`
      at cases/a.yaml:2:9
      add \`source\` (exit 2)
    HX110 unknown key \`src\` in \`parent\`
      at cases/a.yaml:2:11
      known here: source, exchange, answer (exit 2)
    HX110 unknown key \`promt\` in \`fork\`
      at cases/a.yaml:3:33
      did you mean \`prompt\`? (exit 2)"
  `);
  expect(faultsOf(`${fork}provider: { script: { frok: [], "fork[0]": [], "fork[2]": [] } }\n`)).toMatchInlineSnapshot(`
    "HX110 unknown key \`frok\` in \`provider.script\`
      at cases/a.yaml:4:23
      did you mean \`fork\`? (exit 2)
    HX110 unknown key \`fork[0]\` in \`provider.script\`
      at cases/a.yaml:4:33
      known here: parent, fork, grader (exit 2)"
  `);
  expect(faultsOf(`${fork}expect: { output: [{ contain: Done }, { exact: Done }] }\n`)).toMatchInlineSnapshot(`
    "HX110 unknown key \`contain\` in \`expect.output[0]\`
      at cases/a.yaml:4:22
      did you mean \`contains\`? (exit 2)
    HX111 \`expect.output[1]\` needs exactly one of \`contains\`, \`matches\`, \`equals\`, \`startsWith\`, \`schema\`, \`not\`, \`anyOf\`, \`module\` and \`grader\`
      at cases/a.yaml:4:39
      add one of them (exit 2)
    HX110 unknown key \`exact\` in \`expect.output[1]\`
      at cases/a.yaml:4:41
      known here: contains, matches, equals, startsWith, schema, not, anyOf, module, grader, model, atLeast, weight (exit 2)"
  `);
});

test("a missing key is reported", () => {
  expect(faultsOf("tags: [a]\n")).toMatchInlineSnapshot(`
    "HX111 the scenario needs one of \`fork\`, \`session\`, \`filter\` and \`decisions\`
      at cases/a.yaml:1:1
      add one of them (exit 2)
    HX111 \`name\` is missing in the scenario
      at cases/a.yaml:1:1
      add \`name\` (exit 2)"
  `);
  expect(faultsOf("name: x\nfork: { strategy: pass-through }\n")).toMatchInlineSnapshot(`
    "HX111 \`parent\` is missing in the scenario
      at cases/a.yaml:1:1
      add \`parent\` (exit 2)
    HX111 \`prompt\` is missing in \`fork\`
      at cases/a.yaml:2:7
      add \`prompt\` (exit 2)"
  `);
  expect(faultsOf("name: x\nparent: { exchange: last }\nfork: { recorded: {} }\n")).toMatchInlineSnapshot(`
    "HX111 \`expect\` is missing in the scenario
      at cases/a.yaml:1:1
      add \`expect\` (exit 2)
    HX111 \`source\` is missing in \`parent\`
      at cases/a.yaml:2:9
      add \`source\` (exit 2)
    HX111 \`exchange\` is missing in \`fork.recorded\`
      at cases/a.yaml:3:19
      add \`exchange\` (exit 2)"
  `);
  expect(faultsOf("name: x\nsession: {}\n")).toMatchInlineSnapshot(`
    "HX111 \`expect\` is missing in the scenario
      at cases/a.yaml:1:1
      add \`expect\` (exit 2)
    HX111 \`source\` is missing in \`session\`
      at cases/a.yaml:2:10
      add \`source\` (exit 2)"
  `);
  expect(faultsOf("name: x\nfilter: {}\n")).toMatchInlineSnapshot(`
    "HX111 \`decisions\` is missing in the scenario
      at cases/a.yaml:1:1
      add \`decisions\` (exit 2)
    HX111 \`filter\` needs exactly one of \`allowTools\` and \`autoMem\`
      at cases/a.yaml:2:9
      add one of them (exit 2)"
  `);
  expect(faultsOf("name: x\ndecisions: [{ tool: Read }]\n")).toMatchInlineSnapshot(`
    "HX111 \`filter\` is missing in the scenario
      at cases/a.yaml:1:1
      add \`filter\` (exit 2)
    HX111 \`decision\` is missing in \`decisions[0]\`
      at cases/a.yaml:2:13
      add \`decision\` (exit 2)"
  `);
  expect(faultsOf(`${fork}expect: {}\nprovider: { script: [{ wait: 1s }] }\n`)).toMatchInlineSnapshot(`
    "HX113 \`expect\` is empty
      at cases/a.yaml:4:9
      fill it in or remove it (exit 2)
    HX111 \`provider.script[0]\` needs one of \`text\`, \`call\`, \`thinking\`, \`refusal\`, \`length\` and \`error\`
      at cases/a.yaml:5:22
      add one of them (exit 2)"
  `);
});

test("a scripted call that is written as for another tool is reported with the right form", () => {
  const withStep = (step: string): string => faultsOf(`${fork}provider: { script: [${step}] }\n`);
  expect(withStep("{ call: read_note }")).toContain("write the tool's name as the key: `call: { read_note: {} }`");
  expect(withStep("{ call: { tool: read_note, input: { page: 1 } } }")).toContain("`call: { read_note: {} }`");
  expect(withStep("{ tool_use: { name: read_note } }")).toContain("did you mean `call`?");
  expect(withStep("{ content: Done }")).toContain("did you mean `text`?");
});
