import { expect, test } from "vitest";
import { pairCalls } from "../../harness/diagnosis/reading/call-pairing.ts";
import { parseLayout } from "../../harness/wires/openai-chat/parse-layout.ts";

test("a layout is worked out once, and the compiler refuses a copy of it", () => {
  const layout = parseLayout(Buffer.from('{"messages":[{"role":"user","content":"hi"}]}'));
  expect(pairCalls(layout)).toBe(pairCalls(layout));
  const copy = { ...layout };
  // @ts-expect-error a copy has nothing remembered, so its type is another one
  expect(pairCalls(copy)).toEqual(pairCalls(layout));
});
