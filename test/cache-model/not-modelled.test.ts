import { expect, test } from "vitest";
import { askWire, type Json } from "../mock/ask-wire.ts";

/** What provider-caches.md names and no rule answers: what the mocked provider says instead. ARCHITECTURE.md gives the reasons. */
const HEADERS = { "x-api-key": "k", "anthropic-version": "2023-06-01", "x-forkproof-lane": "fork" };
const PROSE = "The harbour office keeps a book of every ship that came in. ".repeat(120);

const user = (text: string): Json => ({
  role: "user",
  content: [{ type: "text", text, cache_control: { type: "ephemeral" } }],
});

test("V57 thinking behind an edited prefix: signatures are sealed, so it is taken, and only the cache shows the edit", async () => {
  const { ask } = askWire([{ thinking: "I look at the book.", text: "One." }, { text: "Two." }, { text: "Three." }]);
  const send = (...messages: readonly Json[]): ReturnType<typeof ask> =>
    ask("/v1/messages", { model: "claude-opus-5-5", max_tokens: 64, messages }, HEADERS);
  const first = await send(user(PROSE));
  const answer = { role: "assistant", content: first.json["content"] };
  expect(JSON.stringify(answer)).toContain('"signature"');
  const kept = await send(user(PROSE), answer, user("And then?"));
  expect(kept.json["usage"]).toMatchObject({ cache_read_input_tokens: expect.toSatisfy((read) => Number(read) > 512) });
  const edited = await send(user(`Today. ${PROSE}`), answer, user("And then?"));
  expect(edited.status).toBe(200);
  expect(edited.json["usage"]).toMatchObject({ cache_read_input_tokens: 0 });
});

test("V58 a thread continued twice: none is held, so each sibling is told that it is gone and sends the conversation whole", async () => {
  const { ask } = askWire([{ text: "One." }, { text: "Two." }]);
  const send = (thread: Json, ...messages: readonly Json[]): ReturnType<typeof ask> =>
    ask("/v1/messages", { model: "claude-opus-5-5", max_tokens: 64, thread, messages }, HEADERS);
  const first = await send({ type: "create" }, user(PROSE));
  expect(first.status).toBe(200);
  for (const asked of ["And then?", "And before?"]) {
    const refused = await send({ type: "continue", previous_message_id: first.json["id"] }, user(asked));
    expect(refused.status).toBe(404);
    expect(refused.json["error"]).toMatchObject({
      type: "not_found_error",
      details: { error_code: "thread_not_found" },
    });
  }
  const whole = await send({ type: "create" }, user(PROSE));
  expect(whole.json["usage"]).toMatchObject({ cache_creation_input_tokens: 0 });
});
