import { expect, test } from "vitest";
import { rulesOf } from "../../harness/cache-model/rules/rules-of.ts";
import { textPart, thoughtParts } from "../../harness/cache-model/prompt/written-parts.ts";
import { chat, wireSession } from "./wire-session.ts";

test.each([
  ["deepseek-chat", 2599, 72, 2805, 2624],
  ["deepseek-reasoner", 5184, 863, 6080, 5120],
  ["deepseek-reasoner", 4330, 77, 5184, 4288],
])("the model %s before V4: after %i + %i, a prompt of %i reads %i", (model, begun, output, total, read) => {
  const request = { provider: "deepseek", model, dialect: "openai-chat", isMarked: false } as const;
  const rules = rulesOf({ ...request, sentAtMs: Date.UTC(2026, 3, 13) }) ?? undefined;
  const { send } = wireSession("deepseek", { ...(rules && { rules }) });
  const rest = `v ${total - begun - output}tok`;
  send(chat(model, ["user", `u ${begun}tok`]), { output, written: [textPart(`a ${output}tok`)] });
  const grown = chat(model, ["user", `u ${begun}tok`], ["assistant", `a ${output}tok`], ["user", rest]);
  expect(send(grown)).toEqual([total, read, 0]);
  expect(rulesOf({ ...request, sentAtMs: Date.UTC(2026, 5, 10) })).toBe(rulesOf(request));
});

test("V101 GLM's extension reads the previous prompt to the token, and the answer too if no thinking is left out", () => {
  const answered = (...thoughts: readonly string[]): unknown => {
    const { send } = wireSession("zai");
    const written = [...thoughtParts(thoughts), textPart("a 30tok")];
    send(chat("glm-4.6", ["user", "u 173tok"]), { output: 30 + 20 * thoughts.length, written });
    return send(chat("glm-4.6", ["user", "u 173tok"], ["assistant", "a 30tok"], ["user", "v 64tok"]));
  };
  expect([answered("Hm."), answered()]).toEqual([
    [267, 173, 0],
    [267, 203, 0],
  ]);
});
