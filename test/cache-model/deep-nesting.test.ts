import { expect, test } from "vitest";
import { canonicalJson } from "../../harness/cache-model/prompt/canonical-json.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { writtenTokens } from "./cache-session.ts";

const DEEP = 20_000;

function keysOf(body: string): readonly string[] {
  const context = { rules: anthropicRules, tokens: writtenTokens(0), workspace: "w" };
  return chainOf(parseLayout(Buffer.from(body)), context).links.map(({ key }) => key);
}

test("a parameter nested deeper than the call stack is part of the key like any other", () => {
  const nested = (inner: string): string =>
    `{"model":"m","context_management":${"[".repeat(DEEP)}${inner}${"]".repeat(DEEP)},"messages":[{"role":"user","content":"hi"}]}`;
  expect(keysOf(nested("1"))).toEqual(keysOf(nested(" 1 ")));
  expect(keysOf(nested("1"))).not.toEqual(keysOf(nested("2")));
});

test("the model finds an image at any depth", () => {
  const nested = (inner: string): string => {
    const open = `{"type":"tool_result","tool_use_id":"t","content":[`;
    return `{"model":"m","messages":[{"role":"user","content":[${open.repeat(DEEP)}${inner}${"]}".repeat(DEEP)},{"type":"text","text":"hi"}]}]}`;
  };
  const [image, text] = [`{"type":"image","source":{"type":"url","url":"u"}}`, `{"type":"text","text":"image"}`];
  const first = (inner: string): string | undefined => {
    // The same bytes before, so that only the seed of the messages differs.
    const body = nested(inner).replace(`"content":[{`, `"content":[{"type":"text","text":"before"},{`);
    return keysOf(body)[0];
  };
  expect(first(image)).not.toBe(first(text));
});

test("canonical JSON sorts members at any depth", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: {} })).toBe(`{"a":{},"b":[1,{"c":"x","d":null}]}`);
  expect(canonicalJson([])).toBe("[]");
  expect(canonicalJson({ 2: "b", 10: "a" })).toBe(`{"10":"a","2":"b"}`);
});
