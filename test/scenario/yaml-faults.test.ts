import { describe, expect, test } from "vitest";

import { faultsOf, variantsOf } from "./load-text.ts";

const good = `name: x
session: { source: s }
expect: { verdict: byte-identical }
`;

describe("the loader of an encoded file", () => {
  test("ignores a byte order mark", () => {
    expect(variantsOf(`\u{feff}${good}`)).toEqual(variantsOf(good));
    expect(faultsOf(`\u{feff}nmae: x\nsession: { source: s }\nexpect: { verdict: byte-identical }\n`))
      .toMatchInlineSnapshot(`
      "HX110 unknown key \`nmae\`
        at cases/a.yaml:1:1
        did you mean \`name\`? (exit 2)"
    `);
  });

  test("reports bytes that are not UTF-8 by line and column", () => {
    const bytes = Buffer.concat([Buffer.from("name: x\n# é "), Buffer.from([0xe9]), Buffer.from(" x\n")]);
    expect(faultsOf(bytes)).toMatchInlineSnapshot(`
      "HX102 these bytes are not UTF-8
        at cases/a.yaml:2:5
        save the file as UTF-8 (exit 2)"
    `);
    expect(faultsOf(Buffer.from(`\u{feff}${good}`, "utf16le"))).toMatchInlineSnapshot(`
      "HX102 these bytes are not UTF-8
        at cases/a.yaml:1:1
        save the file as UTF-8 (exit 2)"
    `);
  });

  test("keeps lines and columns right with Windows line endings", () => {
    expect(faultsOf(good.replace("source", "sauce").replaceAll("\n", "\r\n"))).toMatchInlineSnapshot(`
      "HX111 \`source\` is missing in \`session\`
        at cases/a.yaml:2:10
        add \`source\` (exit 2)
      HX110 unknown key \`sauce\` in \`session\`
        at cases/a.yaml:2:12
        known here: source, parentOf (exit 2)"
    `);
  });
});

describe("the loader of YAML syntax", () => {
  test("reports the first place of an error, without its consequences", () => {
    expect(faultsOf(`name: [x\nsession: { source: s }\nexpect: {`)).toMatchInlineSnapshot(`
      "HX101 not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]
        at cases/a.yaml:2:1
        close every quote and bracket, and indent the lines of one map alike (exit 2)"
    `);
  });

  test("reports each mistake with a place and a fix", () => {
    const slips = [
      `name: "an open quote\n`,
      `expect:\n  firstTurn:\n    ratio: >= 0.9\n`,
      "parent: { source: ${model} }\n",
      `parent:\n\tsource: a tab\n`,
      "name: `a reserved character`\n",
      `name: a colon: in plain text\n`,
      `name: !secret a tag\n`,
      `%FOO an unknown directive\n---\n${good}`,
      `name: "an escape that is none \\q"\n`,
    ];
    expect(slips.map((text) => `${text}${faultsOf(text)}`).join("\n\n")).toMatchInlineSnapshot(`
      "name: "an open quote
      HX101 not YAML: Missing closing "quote
        at cases/a.yaml:2:1
        close every quote and bracket, and indent the lines of one map alike (exit 2)

      expect:
        firstTurn:
          ratio: >= 0.9
      HX101 not YAML: Block scalar header includes extra characters: >=
        at cases/a.yaml:3:13
        put the value in quotes, if it is text (exit 2)

      parent: { source: \${model} }
      HX101 not YAML: Unexpected flow-map-start at node end
        at cases/a.yaml:1:20
        put the value in quotes, if it is text (exit 2)

      parent:
      	source: a tab
      HX101 not YAML: Tabs are not allowed as indentation
        at cases/a.yaml:2:1
        indent with spaces (exit 2)

      name: \`a reserved character\`
      HX101 not YAML: Plain value cannot start with reserved character \`
        at cases/a.yaml:1:7
        put the value in quotes, if it is text (exit 2)

      name: a colon: in plain text
      HX101 not YAML: Nested mappings are not allowed in compact mappings
        at cases/a.yaml:1:7
        put the value in quotes, if it is text (exit 2)

      name: !secret a tag
      HX101 not YAML: Unresolved tag: !secret
        at cases/a.yaml:1:7
        put the value in quotes, if it is text, or remove the tag (exit 2)

      %FOO an unknown directive
      ---
      name: x
      session: { source: s }
      expect: { verdict: byte-identical }
      HX101 not YAML: Unknown directive %FOO
        at cases/a.yaml:1:1
        fix the syntax here (exit 2)

      name: "an escape that is none \\q"
      HX101 not YAML: Invalid escape sequence \\q
        at cases/a.yaml:1:31
        double the backslash, or use single quotes (exit 2)"
    `);
  });

  test("reports all keys that occur twice", () => {
    expect(faultsOf(`${good}name: y\nprovider: { name: openai, name: anthropic }\n`)).toMatchInlineSnapshot(`
      "HX105 this key is already in the same map
        at cases/a.yaml:4:1
        keep one of the two (exit 2)
      HX105 this key is already in the same map
        at cases/a.yaml:5:27
        keep one of the two (exit 2)"
    `);
  });

  test("limits nesting, so that no stack overflows", () => {
    // Where it ends depends on the stack.
    const tooDeep = /^HX101 lists or maps are nested too deep\n {2}at .*\n {2}write it flatter \(exit 2\)$/;
    expect(faultsOf(`name: ${"[".repeat(20_000)}`)).toMatch(tooDeep);
    expect(faultsOf(`${"- ".repeat(20_000)}x`)).toMatch(tooDeep);
  });

  test("requires a key to be text", () => {
    expect(faultsOf(`? { a: b }\n: c\n? [d]\n: e\n`)).toMatchInlineSnapshot(`
      "HX107 a key must be plain text
        at cases/a.yaml:1:3
        write the key as text (exit 2)
      HX107 a key must be plain text
        at cases/a.yaml:3:3
        write the key as text (exit 2)"
    `);
  });
});

describe("the loader of YAML documents", () => {
  test.each(["", "\n\n", "# only a remark\n", "---\n", "---\n...\n", "null\n"])("rejects an empty file: %j", (text) => {
    expect(faultsOf(text)).toBe(
      "HX103 the file is empty\n  at cases/a.yaml:1:1\n  write a scenario, starting with `name:` (exit 2)",
    );
  });

  test("rejects a second document at its beginning", () => {
    expect(faultsOf(`${good}---\n${good}`)).toMatchInlineSnapshot(`
      "HX104 a second document begins here
        at cases/a.yaml:4:1
        give each scenario a file of its own (exit 2)"
    `);
  });

  test("accepts a marker before the only document", () => {
    expect(variantsOf(`%YAML 1.2\n---\n${good}...\n`)).toHaveLength(1);
  });

  test("rejects a document that is not a map", () => {
    expect(faultsOf("- name: x\n")).toMatchInlineSnapshot(`
      "HX112 the scenario must be a map, found a list
        at cases/a.yaml:1:1
        write a map (exit 2)"
    `);
    expect(faultsOf("just text\n")).toMatchInlineSnapshot(`
      "HX112 the scenario must be a map, found "just text"
        at cases/a.yaml:1:1
        write a map (exit 2)"
    `);
  });
});
