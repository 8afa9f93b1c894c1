import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { runForkproof } from "./run-forkproof.ts";

const source = resolve(import.meta.dirname, "../../fixtures/cassettes/coding-agent");

function scenario(name: string, { cases = "", output = "{ contains: Done }", more = "" }): string {
  return `name: ${name}
parent: { source: ${source}, exchange: last }
fork: { strategy: pass-through, prompt: ${cases === "" ? "go" : '"${question}"'}, maxTurns: 1 }
provider: { script: [{ text: Done }] }
expect: { output: [${output}]${more} }
${cases === "" ? "" : `cases: ${cases}\n`}`;
}

test("validate names the place and the fix of every mistake in rows, weights and scorers, and run refuses them", async () => {
  const folder = temporaryFolder();
  const files = {
    "a-column.yaml": scenario("a", { cases: "a.csv" }),
    "a.csv": "id,quest\n1,x\n",
    "b-no-map.yaml": scenario("b", { cases: "b.jsonl" }),
    "b.jsonl": '{"question":"x"}\n[1]\nnull\n{oops\n',
    "c-twice.yaml": scenario("c", { cases: "c.csv" }),
    "c.csv": 'id,question\nx,"one,\ntwo"\ny,b\nx,c\n',
    "d-some-lack-it.yaml": scenario("d", { cases: "d.jsonl" }),
    "d.jsonl": '{"question":"x"}\n{"quest":"y"}\n',
    "e-list.yaml": scenario("e", { cases: "[{ id: a, question: b }, 7]" }),
    "f-no-file.yaml": scenario("f", { cases: "gone.csv" }),
    "g-zero.yaml": scenario("g", { output: "{ contains: D, weight: 0 }", more: ', score: ">= 0.5"' }),
    "h-below.yaml": scenario("h", { output: "{ contains: D, weight: -1 }", more: ', score: ">= 0.5"' }),
    "i-nan.yaml": scenario("i", { output: "{ contains: D, weight: .nan }", more: ', score: ">= 0.5"' }),
    "j-rubric.yaml": scenario("j", { output: "{ grader: gone.md, model: gpt-5 }" }),
    "k-module.yaml": scenario("k", { output: "{ not: { module: ./gone.mjs } }" }),
    "l-package.yaml": scenario("l", { output: '{ module: "gone-scorers#Exact" }' }),
    "m-idle.yaml": scenario("m", { output: "{ contains: D, model: gpt-5, atLeast: 0.5 }" }),
    "n-keyword.yaml": scenario("n", { output: "{ schema: { typ: string } }" }),
    "o-format.yaml": scenario("o", { output: "{ not: { schema: { type: string, format: email } } }" }),
    "p-type.yaml": scenario("p", { output: "{ schema: { type: strin } }" }),
    "q-pattern.yaml": scenario("q", { more: ', calls: { inOrder: [{ tool: t, input: { x: { matches: "(" } } }] }' }),
    "r-empty.yaml": scenario("r", { output: "{ grader: empty.md, model: gpt-5 }" }),
    "empty.md": "\n",
    "s-no-default.yaml": scenario("s", { output: "{ module: ./named.mjs }" }),
    "t-other-name.yaml": scenario("t", { output: '{ module: "./named.mjs#grade" }' }),
    "u-no-function.yaml": scenario("u", { output: "{ anyOf: [{ contains: D }, { module: ./value.mjs }] }" }),
    "v-subject.yaml": scenario("v", {})
      .replace("strategy: pass-through", "subject: ./named.mjs")
      .replace(", maxTurns: 1", ""),
    "named.mjs": "export const score = () => 1;\n",
    "value.mjs": "export default { score: () => 1 };\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { exit, out, err } = await runForkproof(["validate", "."], folder);
  expect(exit).toBe(2);
  expect(out + err).toMatchInlineSnapshot(`
    "HX121  \`\${question}\` names no column of the rows
           where  a-column.yaml:3:41
           fix    the columns are id, quest. For the text itself write
                  \`$\${question}\`

    HX124  a row is a map of columns, and this one is a list
           where  b.jsonl:2:1
           fix    write an object, such as {"id": "one", "question": "…"}

    HX124  a row is a map of columns, and this one is null
           where  b.jsonl:3:1
           fix    write an object, such as {"id": "one", "question": "…"}

    HX124  this line is not JSON
           where  b.jsonl:4:1
           fix    write an object, such as {"id": "one", "question": "…"}

    HX124  the row id \`x\` is also that of the row at line 2
           where  c.csv:5:1
           fix    give each row an id of its own

    HX124  this row has no column \`question\`, which \`fork.prompt\` names
           where  d.jsonl:2:1
           fix    write the column into every row

    HX112  \`cases[1]\` must be a map of columns, found 7
           where  e-list.yaml:6:33
           fix    write a map of columns

    HX140  no file of rows at \`gone.csv\`; looked at gone.csv and fixtures/gone.csv
           where  f-no-file.yaml:6:8
           fix    write the path from the scenario's folder, or from fixtures/

    HX113  \`expect.output[0].weight\` is too small: 0
           where  g-zero.yaml:5:43
           fix    write 0.001 or more

    HX113  \`expect.output[0].weight\` is too small: -1
           where  h-below.yaml:5:43
           fix    write 0.001 or more

    HX112  \`expect.output[0].weight\` must be a number above 0, found null
           where  i-nan.yaml:5:43
           fix    write a number above 0

    HX116  \`expect.output[0].model\` does nothing: \`contains\` asks no model
           where  m-idle.yaml:5:35
           fix    remove it, or write a \`grader\`

    HX116  \`expect.output[0].atLeast\` does nothing: \`contains\` gives no score
           where  m-idle.yaml:5:49
           fix    remove it, or write a \`module\` or a \`grader\`

    HX116  \`expect.calls.inOrder[0].input.x.matches\` is not a regular expression
           with the flag \`u\`
           where  q-pattern.yaml:5:94
           fix    close its groups and classes

    HX140  no rubric at \`gone.md\`; looked at gone.md and fixtures/gone.md
           where  j-rubric.yaml:5:20
           fix    write the path from the scenario's folder, or from fixtures/

    HX140  no module at \`./gone.mjs\`; looked at gone.mjs and fixtures/gone.mjs
           where  k-module.yaml:5:20
           fix    write the path from the scenario's folder, or from fixtures/

    HX193  gone-scorers: no such package is installed
           where  l-package.yaml:5:20
           fix    install it where l-package.yaml can import it, or write
                  \`./gone-scorers\` for a file

    HX116  \`expect.output[0]\` has an invalid \`schema\`: unknown keyword: "typ"
           where  n-keyword.yaml:5:20
           fix    write a JSON schema of draft-07, without other keywords and
                  formats

    HX116  \`expect.output[0]\` has an invalid \`schema\`: unknown format "email"
           where  o-format.yaml:5:20
           fix    write a JSON schema of draft-07, without other keywords and
                  formats

    HX116  \`expect.output[0]\` has an invalid \`schema\`: schema is invalid: data/type
           must be equal to one of the allowed values, data/type must be array,
           data/type must match a schema in anyOf
           where  p-type.yaml:5:20
           fix    write a JSON schema of draft-07, without other keywords and
                  formats

    HX193  empty.md: the rubric is empty
           where  r-empty.yaml:5:20
           fix    write what a good answer has, and what 1 and 5 stand for

    HX193  named.mjs: the module does not export such a function
           where  s-no-default.yaml:5:20
           fix    write \`export default (run, row) => 0.5\`, or name an export:
                  \`package#Export\`

    HX193  named.mjs: the module does not export such a function
           where  t-other-name.yaml:5:20
           fix    write \`export default (run, row) => 0.5\`, or name an export:
                  \`package#Export\`

    HX193  value.mjs: the module does not export such a function
           where  u-no-function.yaml:5:20
           fix    write \`export default (run, row) => 0.5\`, or name an export:
                  \`package#Export\`

    HX193  named.mjs: the module has no function as its default export
           where  v-subject.yaml:3:1
           fix    write \`export default async ({ parent, baseUrl, directive }) => {
                  … }\`

    11 scenarios in 22 files: 25 errors
    "
  `);
  expect((await runForkproof(["run", "."], folder)).exit).toBe(2);
});
