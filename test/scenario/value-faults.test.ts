import { expect, test } from "vitest";

import { faultsOf } from "./load-text.ts";
import { fork } from "./smallest.ts";

test("a value of a wrong type is reported", () => {
  const text = `name: 5
tags: smoke
timeout: 30
parent: s
fork:
  strategy: [pass-through]
  prompt:
  maxTurns: "10"
  filter: none
  tools: [Read]
  siblings: 3
provider: mock
expect: diverged
`;
  expect(faultsOf(text)).toMatchInlineSnapshot(`
    "HX112 \`name\` must be one line of text, found 5
      at cases/a.yaml:1:7
      write it like \`auto-dream keeps the parent's prefix\` (exit 2)
    HX112 \`tags\` must be a list, found "smoke"
      at cases/a.yaml:2:7
      write a list (exit 2)
    HX112 \`timeout\` must be a duration above zero, found 30
      at cases/a.yaml:3:10
      write it like \`30s\` (exit 2)
    HX112 \`parent\` must be a map, found "s"
      at cases/a.yaml:4:9
      write a map (exit 2)
    HX112 \`fork.strategy\` must be a strategy, found a list
      at cases/a.yaml:6:13
      write it like \`pass-through\` (exit 2)
    HX112 \`fork.prompt\` must be text that is not empty, found nothing
      at cases/a.yaml:7:10
      write text that is not empty (exit 2)
    HX112 \`fork.maxTurns\` must be a whole number, found "10"
      at cases/a.yaml:8:13
      write a whole number (exit 2)
    HX112 \`fork.filter\` must be a filter or a list of filters, found "none"
      at cases/a.yaml:9:11
      write a filter or a list of filters (exit 2)
    HX112 \`fork.tools[0]\` must be a map, found "Read"
      at cases/a.yaml:10:11
      write a map (exit 2)
    HX112 \`fork.siblings\` must be a map, found 3
      at cases/a.yaml:11:13
      write a map (exit 2)
    HX112 \`provider\` must be a map, found "mock"
      at cases/a.yaml:12:11
      write a map (exit 2)
    HX112 \`expect\` must be a map, found "diverged"
      at cases/a.yaml:13:9
      write a map (exit 2)"
  `);
});

test("a wrong value is reported", () => {
  const text = `name: "two\\nlines"
tags: [Smoke, a, a]
timeout: 0s
parent: { source: "", exchange: { model: m, index: 0.5 } }
fork:
  strategy: pass-trough
  prompt: ""
  maxTurns: 0
  filter: []
  siblings: { count: 2000, start: later }
  abortAfter: 1.5s
provider:
  mode: mocked
  name: antropic
  forkAfter: 30 s
  script:
    - { error: 200 }
    - { text: x, cut: -1, wait: soon }
    - { call: [] }
    - { call: { Read: path } }
expect:
  verdict: identical
  reusable: true
  findings: [CB203, tool-remove, nonsense]
  class: extended
  normalisations: [cache-control]
  divergence: { segment: tool, pointer: tools/0 }
  firstTurn: { ratio: "90", efficiency: ">= 95" }
  stop: maxTurns
  output: [{ matches: "(" }, { contains: "" }]
  usage: { read: "> 0.5" }
`;
  expect(faultsOf(text)).toMatchInlineSnapshot(`
    "HX113 \`name\` must be one line of text, found "two\\nlines"
      at cases/a.yaml:1:7
      write it like \`auto-dream keeps the parent's prefix\` (exit 2)
    HX113 \`tags[0]\` must be a tag of lower-case letters, digits and \`-\`, found "Smoke"
      at cases/a.yaml:2:8
      write it like \`smoke\` (exit 2)
    HX113 \`tags\` has "a" twice
      at cases/a.yaml:2:18
      keep one of the two (exit 2)
    HX113 \`timeout\` must be a duration above zero, found "0s"
      at cases/a.yaml:3:10
      write it like \`30s\` (exit 2)
    HX113 \`parent.source\` is empty
      at cases/a.yaml:4:19
      fill it in or remove it (exit 2)
    HX112 \`parent.exchange.index\` must be a whole number, found 0.5
      at cases/a.yaml:4:52
      write a whole number (exit 2)
    HX113 \`fork.strategy\` must be a strategy, found "pass-trough"
      at cases/a.yaml:6:13
      did you mean \`pass-through\`? (exit 2)
    HX113 \`fork.prompt\` is empty
      at cases/a.yaml:7:11
      fill it in or remove it (exit 2)
    HX113 \`fork.maxTurns\` is too small: 0
      at cases/a.yaml:8:13
      write 1 or more (exit 2)
    HX113 \`fork.filter\` is empty
      at cases/a.yaml:9:11
      fill it in or remove it (exit 2)
    HX113 \`fork.siblings.count\` is too large: 2000
      at cases/a.yaml:10:22
      write 1000 or less (exit 2)
    HX113 \`fork.siblings.start\` cannot be "later"
      at cases/a.yaml:10:35
      known here: after-first-byte, together (exit 2)
    HX113 \`fork.abortAfter\` must be a duration, found "1.5s"
      at cases/a.yaml:11:15
      write it like \`30s\` (exit 2)
    HX113 \`provider.mode\` cannot be "mocked"
      at cases/a.yaml:13:9
      did you mean \`mock\`? (exit 2)
    HX113 \`provider.name\` must be a provider, found "antropic"
      at cases/a.yaml:14:9
      did you mean \`anthropic\`? (exit 2)
    HX113 \`provider.forkAfter\` must be a duration, found "30 s"
      at cases/a.yaml:15:14
      write it like \`30s\` (exit 2)
    HX113 \`provider.script[0].error\` is too small: 200
      at cases/a.yaml:17:16
      write 400 or more (exit 2)
    HX113 \`provider.script[1].cut\` is too small: -1
      at cases/a.yaml:18:23
      write 0 or more (exit 2)
    HX113 \`provider.script[1].wait\` must be a duration, found "soon"
      at cases/a.yaml:18:33
      write it like \`30s\` (exit 2)
    HX113 \`provider.script[2].call\` is empty
      at cases/a.yaml:19:15
      fill it in or remove it (exit 2)
    HX112 \`provider.script[3].call.Read\` must be a map of arguments, found "path"
      at cases/a.yaml:20:23
      write a map of arguments (exit 2)
    HX113 \`expect.verdict\` cannot be "identical"
      at cases/a.yaml:22:12
      known here: byte-identical, rendered-identical, diverged, not-comparable (exit 2)
    HX113 \`expect.reusable\` cannot be true
      at cases/a.yaml:23:13
      known here: yes, no, unknown (exit 2)
    HX113 \`expect.findings[0]\` must be a finding's code or slug, found "CB203"
      at cases/a.yaml:24:14
      did you mean \`CB202\`? (exit 2)
    HX113 \`expect.findings[1]\` must be a finding's code or slug, found "tool-remove"
      at cases/a.yaml:24:21
      did you mean \`tool-removed\`? (exit 2)
    HX113 \`expect.findings[2]\` must be a finding's code or slug, found "nonsense"
      at cases/a.yaml:24:34
      known here: CB202, tool-removed, CB302, system-timestamp, CB311, CB602, CB703, CB903, CB900, first-turn-ratio-low (exit 2)
    HX113 \`expect.class\` cannot be "extended"
      at cases/a.yaml:25:10
      known here: initial, identical, extension, shortened, changed, unrelated (exit 2)
    HX113 \`expect.normalisations[0]\` cannot be "cache-control"
      at cases/a.yaml:26:20
      did you mean \`cache_control\`? (exit 2)
    HX113 \`expect.divergence.segment\` cannot be "tool"
      at cases/a.yaml:27:26
      did you mean \`tools\`? (exit 2)
    HX113 \`expect.divergence.pointer\` must be a JSON pointer, found "tools/0"
      at cases/a.yaml:27:41
      write it like \`/messages/4\` (exit 2)
    HX113 \`expect.firstTurn.ratio\` must be a comparison with a number from 0 to 1, found "90"
      at cases/a.yaml:28:23
      write it like \`>= 0.9\` (exit 2)
    HX113 \`expect.firstTurn.efficiency\` must be a comparison with a number from 0 to 1, found ">= 95"
      at cases/a.yaml:28:41
      write it like \`>= 0.9\` (exit 2)
    HX113 \`expect.stop\` cannot be "maxTurns"
      at cases/a.yaml:29:9
      did you mean \`max_turns\`? (exit 2)
    HX113 \`expect.output[0].matches\` must be a regular expression, found "("
      at cases/a.yaml:30:23
      write a regular expression (exit 2)
    HX113 \`expect.output[1].contains\` is empty
      at cases/a.yaml:30:42
      fill it in or remove it (exit 2)
    HX113 \`expect.usage.read\` must be a comparison with a whole number, found "> 0.5"
      at cases/a.yaml:31:18
      write it like \`<= 2000\` (exit 2)"
  `);
});

test("a bare word in place of a text is reported", () => {
  expect(faultsOf(`${fork}expect: { output: [{ contains: 5 }, { equals: true }] }\n`)).toMatchInlineSnapshot(`
    "HX112 \`expect.output[0].contains\` must be text that is not empty, found 5
      at cases/a.yaml:4:32
      put it in quotes (exit 2)
    HX112 \`expect.output[1].equals\` must be text, found true
      at cases/a.yaml:4:47
      put it in quotes (exit 2)"
  `);
});

test("errors come in the order of the file, whatever the order of the schema", () => {
  const text = "expect: { stop: 1 }\ntimeout: 1\ntags: 1\nfork: { maxTurns: 0, command: [] }\nname: 1\n";
  expect(faultsOf(text).match(/a\.yaml:\d+/g)).toEqual([1, 2, 3, 4, 4, 5].map((line) => `a.yaml:${line}`));
});

test("long values and keys are shortened in messages", () => {
  expect(faultsOf(`${fork}? ${"y".repeat(10_000)}\n: 1\n`).length).toBeLessThan(350);
  expect(faultsOf(`${fork}timeout: ${"x".repeat(10_000)}\n`).length).toBeLessThan(250);
});
