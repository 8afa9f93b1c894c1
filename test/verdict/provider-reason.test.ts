import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const turn = { role: "user", content: "hi" };

function reasonOf(asks: object, answer: object): string | null {
  const body = (more: object): string => JSON.stringify({ model: "claude-sonnet-4-5", messages: [turn], ...more });
  const response = {
    status: 200,
    contentType: "application/json",
    body: Buffer.from(JSON.stringify({ type: "message", ...answer })),
    usageIsReal: false,
  };
  return judge({ parent: exchangeOf("1", body({})), child: exchangeOf("2", body(asks), { response }) }).providerReason;
}

const asked = { diagnostics: { previous_message_id: "msg_1" } };

test("the provider's reason is `none` only if the request asked for it, and null without a question or an answer", () => {
  expect(reasonOf(asked, { diagnostics: null })).toBe("none");
  expect(reasonOf({}, { diagnostics: null })).toBeNull();
  expect(reasonOf({ diagnostics: { previous_message_id: null } }, { diagnostics: null })).toBeNull();
  expect(reasonOf(asked, {})).toBeNull();
  expect(reasonOf(asked, { diagnostics: { cache_miss_reason: null } })).toBeNull();
  expect(reasonOf(asked, { diagnostics: { cache_miss_reason: { type: "tools_changed" } } })).toBe("tools_changed");
});
