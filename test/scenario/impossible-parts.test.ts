import { expect, test } from "vitest";

import { faultsOf } from "./load-text.ts";
import { filter, fork } from "./smallest.ts";

test("filters that contradict or repeat one another are rejected", () => {
  expect(faultsOf(filter.replace("{ allowTools: [Read] }", "[{ allowTools: [Read] }, { allowTools: [Bash] }]")))
    .toMatchInlineSnapshot(`
      "HX115 \`filter\` allows no call at all: its lists have no tool in common
        at cases/a.yaml:2:9
        name a tool in all of them; to deny every call write one empty list (exit 2)"
    `);
  expect(
    faultsOf(
      fork.replace("prompt: go", "prompt: go, filter: [{ allowTools: [Read, Bash] }, { allowTools: [Read, Bash] }]"),
    ),
  ).toMatchInlineSnapshot(`
    "HX115 \`fork.filter[1]\` repeats \`fork.filter[0]\`
      at cases/a.yaml:3:84
      remove it (exit 2)"
  `);
});

test.for([
  "[{ allowTools: [Read, Bash] }, { allowTools: [Bash] }]",
  "[{ allowTools: [Read] }, { allowTools: [] }]",
  "[{ allowTools: [Read] }, { autoMem: { memoryDir: memory } }]",
])("filters that can apply together are accepted: %s", (forms) => {
  expect(faultsOf(filter.replace("{ allowTools: [Read] }", forms))).toBe("no fault");
});

test("a script for lanes of forks that do not run is rejected", () => {
  const siblings = fork.replace("prompt: go", "prompt: go, siblings: { count: 2 }");
  const script = (...lanes: readonly string[]): string =>
    `provider:\n  script:\n${lanes.map((lane) => `    ${lane}: [{ text: hi }]\n`).join("")}`;
  expect(faultsOf(siblings + script('"fork[1]"', '"fork[2]"', '"fork[3]"', "fork", "parent"))).toMatchInlineSnapshot(`
    "HX115 \`provider.script.fork[1]\` is not a lane: the first fork's lane is \`fork\`
      at cases/a.yaml:6:5
      write \`fork\` (exit 2)
    HX115 \`provider.script.fork[3]\` is the lane of a fork that does not run: \`fork.siblings.count\` is 2
      at cases/a.yaml:8:5
      raise the count, or remove the lane (exit 2)"
  `);
  expect(faultsOf(fork + script('"fork[2]"'))).toMatchInlineSnapshot(`
    "HX115 \`provider.script.fork[2]\` is the lane of a fork that does not run: \`fork.siblings.count\` is 1
      at cases/a.yaml:6:5
      raise the count, or remove the lane (exit 2)"
  `);
});
