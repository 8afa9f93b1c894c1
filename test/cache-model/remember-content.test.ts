import { expect, test } from "vitest";
import { rememberContent } from "../../harness/cache-model/prompt/remember-content.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";

function body(texts: readonly string[]): Buffer {
  const messages = texts.map((text, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text }],
  }));
  return Buffer.from(JSON.stringify({ model: "claude-sonnet-4-5", messages }));
}

test("a block is computed once, whichever buffer holds it; another block, or another kind, is computed separately", () => {
  const seen: string[] = [];
  const lengthOf = rememberContent((bytes, unit) => {
    if (unit.unit === "block") seen.push(bytes.toString("utf8", unit.span.start, unit.span.end));
    return unit.span.end - unit.span.start;
  });
  const ask = (bytes: Buffer): readonly number[] => parseLayout(bytes).units.map((unit) => lengthOf(bytes, unit));
  const long = ["first ".repeat(50), "second ".repeat(50)];
  const once = ask(body(long));
  expect(ask(body(long))).toEqual(once);
  expect(seen).toHaveLength(2);
  ask(body([...long, "third ".repeat(50)]));
  expect(seen).toHaveLength(3);
});

test("the memory for computed blocks is bounded", () => {
  let computed = 0;
  const count = rememberContent(() => (computed += 1));
  const many = Array.from({ length: 5_000 }, (_, at) => `${at} `.repeat(100));
  const bytes = body(many);
  for (const unit of parseLayout(bytes).units) if (unit.unit === "block") count(bytes, unit);
  const again = Buffer.from(bytes);
  const [first] = parseLayout(again).units.filter((unit) => unit.unit === "block");
  if (first === undefined) throw new Error("no block");
  expect(count(again, first)).toBe(5_001);
});
