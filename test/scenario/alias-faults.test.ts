import { expect, test } from "vitest";

import { faultsOf, variantsOf } from "./load-text.ts";
import { session } from "./smallest.ts";

test("a value may be written once and used twice", () => {
  const text = `name: x
parent: { source: &source cassettes/a, exchange: "1" }
fork: { recorded: { source: *source, exchange: "2" } }
expect: { verdict: byte-identical }
`;
  expect(variantsOf(text)).toMatchObject([{ parent: { source: "cassettes/a" }, child: { source: "cassettes/a" } }]);
});

test("an error in an aliased value is reported at its anchor", () => {
  const text = `name: x
parent: &request { source: s, exchnage: "1" }
fork: { recorded: *request }
expect: { verdict: byte-identical }
`;
  expect(faultsOf(text)).toMatchInlineSnapshot(`
    "HX110 unknown key \`exchnage\` in \`parent\`
      at cases/a.yaml:2:31
      did you mean \`exchange\`? (exit 2)
    HX110 unknown key \`exchnage\` in \`fork.recorded\`
      at cases/a.yaml:2:31
      did you mean \`exchange\`? (exit 2)"
  `);
});

test("an alias to a missing anchor or to its own value is rejected", () => {
  expect(faultsOf(`name: *who\nfork: &fork\n  label: &label [*label]\n  tools: *fork\n`)).toMatchInlineSnapshot(`
    "HX106 no anchor \`&who\` stands before this alias
      at cases/a.yaml:1:7
      write the value out (exit 2)
    HX106 \`*label\` stands for the value that it is in
      at cases/a.yaml:3:18
      write the value out (exit 2)
    HX106 \`*fork\` stands for the value that it is in
      at cases/a.yaml:4:10
      write the value out (exit 2)"
  `);
});

test("a few aliases that unfold into very many values are rejected", () => {
  const rows = Array.from({ length: 9 }, (_, row) => {
    return `r${row + 1}: &r${row + 1} [${Array.from({ length: 9 }, () => `*r${row}`).join(", ")}]`;
  });
  expect(faultsOf(["r0: &r0 lol", ...rows].join("\n"))).toMatchInlineSnapshot(`
    "HX106 the aliases unfold into too many values
      at cases/a.yaml:1:1
      write the values out (exit 2)"
  `);
});

test("more than 100 aliases are rejected", () => {
  expect(faultsOf(`a: &a x\nb: [${"*a, ".repeat(1_000)}]\n`)).toMatchInlineSnapshot(`
    "HX106 more than 100 aliases
      at cases/a.yaml:2:405
      write the values out (exit 2)"
  `);
});

test("a merge key counts as an unknown key", () => {
  expect(faultsOf(`<<: { name: x }\n${session}`)).toMatchInlineSnapshot(`
    "HX110 unknown key \`<<\`
      at cases/a.yaml:1:1
      known here: name, tags, only, skip, timeout, matrix, cases, parent, fork, session, filter, decisions, at, provider, expect, expectBreak (exit 2)"
  `);
});
