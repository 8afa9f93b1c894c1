import { expect, test } from "vitest";
import { session } from "./cache-session.ts";

test('a breakpoint that is null does not count: `"cache_control": null` stores nothing', () => {
  const body = (mark: unknown) => ({
    model: "claude-sonnet-4-5",
    messages: [{ role: "user", content: [{ type: "text", text: "u 6165tok", cache_control: mark }] }],
  });
  const { send } = session();
  expect(send(body(null))).toEqual([6165, 0, 0]);
  expect(send(body({ type: "ephemeral" }))).toEqual([0, 6165, 0]);
});
