import { expect, test } from "vitest";
import { pairCalls } from "../../harness/diagnosis/reading/call-pairing.ts";
import { parseLayout } from "../../harness/wires/openai-chat/parse-layout.ts";

test("facts about a layout are computed once, and the compiler refuses a copy of it", () => {
  const layout = parseLayout(Buffer.from('{"messages":[{"role":"user","content":"hi"}]}'));
  expect(pairCalls(layout)).toBe(pairCalls(layout));
  // oxlint-disable-next-line typescript/no-misused-spread -- the copy that must not pass
  const copy = { ...layout };
  // @ts-expect-error a copy has nothing remembered, so its type is another one
  expect(pairCalls(copy)).toEqual(pairCalls(layout));
});
