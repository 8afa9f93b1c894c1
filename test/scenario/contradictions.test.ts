import { expect, test } from "vitest";

import { faultsOf, loadText } from "./load-text.ts";
import { fork, pair, session } from "./smallest.ts";

test("the keys skip and only need a reason", () => {
  expect(faultsOf(`${pair}skip: true\nonly:\nexpectBreak: on purpose\n`)).toMatchInlineSnapshot(`
    "HX112 \`skip\` must be a map like \`{ reason: … }\`, found true
      at cases/a.yaml:5:7
      write a map like \`{ reason: … }\` (exit 2)
    HX114 \`only\` is not allowed in a scenario with \`skip\`
      at cases/a.yaml:6:1
      remove it (exit 2)
    HX112 \`expectBreak\` must be a map like \`{ reason: … }\`, found "on purpose"
      at cases/a.yaml:7:14
      write a map like \`{ reason: … }\` (exit 2)"
  `);
  expect(faultsOf(`${pair}skip: {}\nexpectBreak: { reason: " " }\n`)).toMatchInlineSnapshot(`
    "HX111 \`reason\` is missing in \`skip\`
      at cases/a.yaml:5:7
      add \`reason\` (exit 2)
    HX113 \`expectBreak.reason\` must be a reason in words, found " "
      at cases/a.yaml:6:24
      write a reason in words (exit 2)"
  `);
  expect(faultsOf(`${pair}skip: { reason: later }\nonly: { reason: now }\n`)).toMatchInlineSnapshot(`
    "HX114 \`only\` is not allowed in a scenario with \`skip\`
      at cases/a.yaml:6:1
      remove it (exit 2)"
  `);
});

test("keys that exclude each other are rejected", () => {
  expect(faultsOf(`${fork}session: { source: s }\n`)).toMatchInlineSnapshot(`
    "HX111 \`expect\` is missing in the scenario
      at cases/a.yaml:1:1
      add \`expect\` (exit 2)
    HX114 \`parent\` is not allowed in a \`session\` scenario
      at cases/a.yaml:2:1
      remove it (exit 2)
    HX114 \`fork\` is not allowed in a \`session\` scenario
      at cases/a.yaml:3:1
      remove it (exit 2)"
  `);
  expect(faultsOf(`${fork}filter: { allowTools: [] }\n`)).toMatchInlineSnapshot(`
    "HX114 \`filter\` is not allowed in a scenario that runs a fork
      at cases/a.yaml:4:1
      remove it (exit 2)"
  `);
  expect(faultsOf(`${fork}at: /messages/3\n`)).toMatchInlineSnapshot(`
    "HX114 \`at\` is not allowed in a scenario that runs a fork
      at cases/a.yaml:4:1
      remove it (exit 2)"
  `);
  expect(faultsOf(`${session}at: /messages/3\nprovider: { name: openai, forkAfter: 1s }\n`)).toMatchInlineSnapshot(`
    "HX114 \`at\` is not allowed in a \`session\` scenario
      at cases/a.yaml:4:1
      remove it (exit 2)
    HX114 \`forkAfter\` is not allowed in a \`session\` scenario
      at cases/a.yaml:5:27
      remove it (exit 2)"
  `);
  expect(faultsOf(session.replace("verdict: byte-identical", "class: initial, stop: completed")))
    .toMatchInlineSnapshot(`
    "HX114 \`class\` is not allowed in a \`session\` scenario
      at cases/a.yaml:3:11
      remove it (exit 2)
    HX114 \`stop\` is not allowed in a \`session\` scenario
      at cases/a.yaml:3:27
      remove it (exit 2)"
  `);
  expect(faultsOf(pair.replace("verdict", `usage: { read: "> 0" }, verdict`))).toMatchInlineSnapshot(`
    "HX114 \`usage\` is not allowed in a scenario of recorded requests
      at cases/a.yaml:4:11
      remove it (exit 2)"
  `);
  expect(faultsOf(fork.replace("prompt", "command: [node], prompt"))).toMatchInlineSnapshot(`
    "HX114 \`strategy\` and \`command\` do not go together
      at cases/a.yaml:3:33
      keep one of them (exit 2)"
  `);
  expect(faultsOf(pair.replace("recorded", "prompt: go, recorded"))).toMatchInlineSnapshot(`
    "HX114 \`prompt\` is not allowed in a fork that was \`recorded\`
      at cases/a.yaml:3:9
      remove it (exit 2)"
  `);
  expect(faultsOf("name: x\nfork: { command: [node, a.js], maxTurns: 3 }\n")).toMatchInlineSnapshot(`
    "HX114 \`maxTurns\` is not allowed in a fork that a \`command\` runs
      at cases/a.yaml:2:32
      remove it (exit 2)"
  `);
});

test("an answer, a stub, a filter and a matcher must each be of one kind", () => {
  const script = `provider:
  script:
    - { error: 529, text: sorry }
    - { refusal: no, text: sorry }
    - { length: a b, call: { Read: {} } }
`;
  expect(faultsOf(fork + script)).toMatchInlineSnapshot(`
    "HX114 \`text\` is not allowed in an answer that is an \`error\`
      at cases/a.yaml:6:21
      remove it (exit 2)
    HX114 \`text\` is not allowed in an answer that is a \`refusal\`
      at cases/a.yaml:7:22
      remove it (exit 2)
    HX114 \`call\` is not allowed in an answer that ends by \`length\`
      at cases/a.yaml:8:22
      remove it (exit 2)"
  `);
  const others = fork.replace(
    "prompt: go",
    `prompt: go
  filter: { allowTools: [Read], autoMem: { memoryDir: m } }
  tools: [{ name: Read, returns: a, fails: b }, { name: Read }]
`,
  );
  const block = others.replace("{ strategy: pass-through, ", "\n  strategy: pass-through\n  ").replace(/ }\n$/, "\n");
  expect(faultsOf(`${block}expect: { output: [{ contains: a, equals: b }] }\n`)).toMatchInlineSnapshot(`
    "HX114 \`allowTools\` and \`autoMem\` do not go together
      at cases/a.yaml:6:33
      keep one of them (exit 2)
    HX114 \`returns\` and \`fails\` do not go together
      at cases/a.yaml:7:37
      keep one of them (exit 2)
    HX111 \`fork.tools[1]\` needs exactly one of \`returns\` and \`fails\`
      at cases/a.yaml:7:49
      add one of them (exit 2)
    HX114 \`contains\` and \`equals\` do not go together
      at cases/a.yaml:9:35
      keep one of them (exit 2)"
  `);
});

test("a scenario may still use the former name of `expectBreak`, with a deprecation line", () => {
  const broken = pair.replace("byte-identical", "diverged");
  const loaded = loadText(`${broken}movesPrefix: { reason: the tool is hidden on purpose }\n`);
  if (loaded.kind === "refused") throw loaded.errors[0];
  expect(loaded.variants).toMatchObject([{ expectBreak: { reason: "the tool is hidden on purpose" } }]);
  expect(loaded.deprecations).toEqual(["cases/a.yaml:5:1: `movesPrefix` is deprecated: write `expectBreak`"]);

  const both = `${broken}movesPrefix: { reason: one }\nexpectBreak: { reason: two }\n`;
  expect(faultsOf(both)).toContain("`movesPrefix` is not allowed in a scenario with `expectBreak`");
});

test("an expected break needs a reason", () => {
  const broken = pair.replace("byte-identical", "diverged");
  expect(faultsOf(broken)).toMatchInlineSnapshot(`
    "HX115 \`expect.verdict\` expects a break, but nothing says that it is intended
      at cases/a.yaml:4:20
      give the reason under \`expectBreak: { reason: … }\`, or do not expect a break (exit 2)"
  `);
  expect(faultsOf(pair.replace("{ verdict: byte-identical }", "{ divergence: { segment: tools } }")))
    .toMatchInlineSnapshot(`
      "HX115 \`expect.divergence\` expects a break, but nothing says that it is intended
        at cases/a.yaml:4:23
        give the reason under \`expectBreak: { reason: … }\`, or do not expect a break (exit 2)"
    `);
  expect(faultsOf(session.replace("byte-identical", "diverged"))).toContain("HX115");
  expect(faultsOf(`${fork}expect: { verdict: diverged }\n`)).toContain("HX115");
  expect(faultsOf(`${broken}expectBreak: { reason: the tool is hidden on purpose }\n`)).toBe("no fault");
});
