import * as fc from "fast-check";
import { expect, test } from "vitest";

import { expandMatrix } from "../../harness/scenario/decode/expand-matrix.ts";
import { faultsOf, variantsOf } from "./load-text.ts";

const scenario = `name: long history
parent: { source: s, exchange: { model: "\${model}", index: 0 } }
fork: { strategy: pass-through, prompt: "ask \${model} \${turns} times", maxTurns: "\${turns}" }
provider: { forkAfter: "\${gap}" }
matrix:
  model: [a, b]
  gap: [1s, 10m]
  turns: [3]
`;

test("the matrix makes one variant for each combination, with the first axis slowest", () => {
  const variants = variantsOf(scenario).map((variant) => ({ id: variant.id, variant: variant.variant }));
  expect(variants).toEqual([
    { id: "long history [model=a, gap=1s, turns=3]", variant: { model: "a", gap: "1s", turns: 3 } },
    { id: "long history [model=a, gap=10m, turns=3]", variant: { model: "a", gap: "10m", turns: 3 } },
    { id: "long history [model=b, gap=1s, turns=3]", variant: { model: "b", gap: "1s", turns: 3 } },
    { id: "long history [model=b, gap=10m, turns=3]", variant: { model: "b", gap: "10m", turns: 3 } },
  ]);
});

test("values are inserted before they are checked, and keep their type if they stand alone", () => {
  expect(variantsOf(scenario).at(-1)).toMatchObject({
    parent: { exchange: { by: "place", model: "b", index: 0 } },
    fork: { prompt: "ask b 3 times", maxTurns: 3 },
    provider: { forkAfterMs: 600_000 },
  });
});

test("a doubled dollar is literal, and without a matrix all text is", () => {
  const row = (command: string): string =>
    `filter: { allowTools: [Bash] }\ndecisions: [{ tool: Bash, input: { command: '${command}' }, decision: deny }]\n`;
  const withMatrix = `name: "\${sh}"\n${row("$${sh} $${HOME} ${HOME:-x} $HOME ${sh}")}matrix: { sh: [bash] }\n`;
  expect(variantsOf(withMatrix)).toMatchObject([
    { name: "bash", decisions: [{ input: { command: "${sh} ${HOME} ${HOME:-x} $HOME bash" } }] },
  ]);
  expect(variantsOf(`name: x\n${row("${HOME} $${HOME}")}`)).toMatchObject([
    { decisions: [{ input: { command: "${HOME} $${HOME}" } }] },
  ]);
});

test("a value that does not fit is reported at its placeholder, once for all variants", () => {
  expect(faultsOf(scenario.replace("10m", "soon").replace("[3]", "[3, many]"))).toMatchInlineSnapshot(`
    "HX112 \`fork.maxTurns\` must be a whole number, found "many"
      at cases/a.yaml:3:82
      write a whole number (exit 2)
    HX113 \`provider.forkAfter\` must be a duration, found "soon"
      at cases/a.yaml:4:24
      write it like \`30s\` (exit 2)"
  `);
});

test("placeholders without an axis and axes without a placeholder are reported", () => {
  expect(faultsOf(scenario.replace("ask ${model}", "ask ${modle} in ${HOME}").replace("turns:", "trns:")))
    .toMatchInlineSnapshot(`
    "HX121 \`\${modle}\` names no axis of the matrix
      at cases/a.yaml:3:41
      did you mean \`\${model}\`? For the text itself write \`$\${modle}\` (exit 2)
    HX121 \`\${HOME}\` names no axis of the matrix
      at cases/a.yaml:3:41
      the axes are model, gap, trns. For the text itself write \`$\${HOME}\` (exit 2)
    HX121 \`\${turns}\` names no axis of the matrix
      at cases/a.yaml:3:41
      did you mean \`\${trns}\`? For the text itself write \`$\${turns}\` (exit 2)
    HX121 \`\${turns}\` names no axis of the matrix
      at cases/a.yaml:3:93
      did you mean \`\${trns}\`? For the text itself write \`$\${turns}\` (exit 2)
    HX122 the axis \`trns\` is used nowhere
      at cases/a.yaml:8:3
      write \`\${trns}\` where its values belong, or remove it (exit 2)"
  `);
});

test("an invalid matrix hides all other errors", () => {
  expect(faultsOf(scenario.replace("[a, b]", "[]").replace("[3]", "3"))).toMatchInlineSnapshot(`
    "HX113 \`matrix.model\` is empty
      at cases/a.yaml:6:10
      fill it in or remove it (exit 2)
    HX112 \`matrix.turns\` must be a list, found 3
      at cases/a.yaml:8:10
      write a list (exit 2)"
  `);
  expect(faultsOf(scenario.replace("[a, b]", "[a, { b: c }]").replaceAll("gap", "1gap"))).toMatchInlineSnapshot(`
    "HX112 \`matrix.model[1]\` must be text, a number, true or false, found a map
      at cases/a.yaml:6:14
      write text, a number, true or false (exit 2)
    HX113 \`1gap\` cannot name an axis
      at cases/a.yaml:7:3
      start with a letter; letters, digits, \`-\` and \`_\` may follow (exit 2)"
  `);
  expect(faultsOf(`${scenario}  1st: [a]\n`)).toMatchInlineSnapshot(`
    "HX113 \`1st\` cannot name an axis
      at cases/a.yaml:9:3
      start with a letter; letters, digits, \`-\` and \`_\` may follow (exit 2)"
  `);
  expect(faultsOf(scenario.replace("[3]", "[]"))).toMatchInlineSnapshot(`
    "HX113 \`matrix.turns\` is empty
      at cases/a.yaml:8:10
      fill it in or remove it (exit 2)"
  `);
  expect(faultsOf(`${scenario.split("matrix:")[0]}matrix: {}\n`)).toMatchInlineSnapshot(`
    "HX113 \`matrix\` is empty
      at cases/a.yaml:5:9
      fill it in or remove it (exit 2)"
  `);
});

test("variants with the same ID are rejected", () => {
  expect(faultsOf(scenario.replace("[3]", '[3, "3"]').replace("[a, b]", "[a, b, a]"))).toMatchInlineSnapshot(`
    "HX123 two values of the axis \`model\` read alike
      at cases/a.yaml:6:10
      keep one of the two (exit 2)
    HX123 two values of the axis \`turns\` read alike
      at cases/a.yaml:8:10
      keep one of the two (exit 2)"
  `);
});

test("a matrix with too many variants is rejected", () => {
  const axes = ["model", "gap", "turns"].map(
    (name) => `  ${name}: [${Array.from({ length: 11 }, (_, i) => i).join(", ")}]`,
  );
  expect(faultsOf(`${scenario.split("  model: [")[0]}${axes.join("\n")}\n`)).toMatchInlineSnapshot(`
    "HX120 the matrix makes 1331 variants; 1000 are the most
      at cases/a.yaml:5:1
      drop values or split the scenario (exit 2)"
  `);
});

test("the number of variants is the product of the axes, each has its own ID, and no placeholder is left", () => {
  const value = fc.oneof(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer(), fc.boolean());
  const axis = fc.uniqueArray(value, { selector: String, minLength: 1, maxLength: 6 });
  const matrix = fc.dictionary(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,5}$/), axis, {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(matrix, (axes) => {
      const text = Object.keys(axes).map((name) => `\${${name}}`);
      const expansion = expandMatrix({ matrix: axes, alone: text, within: `<${text.join("|")}>` });
      if (expansion.kind === "refused") throw new Error(JSON.stringify(expansion.faults));
      const product = Object.values(axes).reduce((count, values) => count * values.length, 1);
      expect(expansion.variants).toHaveLength(product);
      for (const { variant, value } of expansion.variants) {
        const values = Object.keys(axes).map((name) => variant[name]);
        expect(value).toEqual({ matrix: axes, alone: values, within: `<${values.join("|")}>` });
      }
      expect(new Set(expansion.variants.map(({ variant }) => JSON.stringify(variant))).size).toBe(product);
    }),
  );
});
