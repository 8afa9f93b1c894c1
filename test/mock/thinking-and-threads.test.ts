import { expect, test } from "vitest";
import { askWire, type Json, type WireAnswer } from "./ask-wire.ts";

const HEADERS = { "x-api-key": "k", "anthropic-version": "2023-06-01", "x-forkproof-lane": "fork" };
const PROSE = "The harbour office keeps a book of every ship that came in. ".repeat(120);
const MODEL = "claude-opus-5-5";

const user = (text: string): Json => ({
  role: "user",
  content: [{ type: "text", text, cache_control: { type: "ephemeral" } }],
});

/** A conversation that thought once, then asked again with what was asked first changed. */
function thinking(model = MODEL): {
  readonly first: (text: string) => Promise<Json>;
  readonly again: (text: string, answer: Json, members?: Json, beta?: string) => Promise<WireAnswer>;
} {
  const { ask } = askWire([{ thinking: "I look at the book.", text: "One." }, { text: "Two." }, { text: "Three." }]);
  const send = (members: Json, beta?: string): ReturnType<typeof ask> =>
    ask("/v1/messages", { model, max_tokens: 64, ...members }, { ...HEADERS, ...(beta && { "anthropic-beta": beta }) });
  return {
    first: async (text) => ({ role: "assistant", content: (await send({ messages: [user(text)] })).json["content"] }),
    again: (text, answer, members = {}, beta) =>
      send({ messages: [user(text), answer, user("And then?")], ...members }, beta),
  };
}

const read = ({ json }: WireAnswer): unknown => (json["usage"] as Json)["cache_read_input_tokens"];

test("V57 thinking after an edited prefix is refused with 400; after the same prefix it is accepted, whatever its breakpoints and settings", async () => {
  const { first, again } = thinking();
  const answer = await first(PROSE);
  expect(JSON.stringify(answer)).toContain('"signature"');
  const edited = await again(`Today. ${PROSE}`, answer);
  expect(edited.status).toBe(400);
  expect(edited.json["error"]).toMatchObject({
    type: "invalid_request_error",
    message: expect.stringMatching(
      /^messages\.1\.content\.0: Invalid `signature` in `thinking` block.*different conversation$/,
    ),
  });
  const kept = await again(PROSE, answer, { output_config: { effort: "low" } });
  expect(kept.status).toBe(200);
});

test("V57 with drop_block such thinking is dropped with 200 and thinking_dropped, and the read ends at its place", async () => {
  const { first, again } = thinking();
  const answer = await first(PROSE);
  const drop = { thinking: { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } } };
  const controls = "thinking-binding-controls-2026-08-01";
  const edited = await again(`Today. ${PROSE}`, answer, drop, controls);
  expect(edited.status).toBe(200);
  expect(edited.json["input_transformations"]).toEqual([
    { type: "thinking_dropped", path: "messages.1.content.0", reason: "prefix_binding_mismatch" },
  ]);
  // What it wrote is the prompt without the thinking: the same again reads it, the whole one does not.
  const { content } = answer as { readonly content: readonly Json[] };
  const without = await again(`Today. ${PROSE}`, { ...answer, content: content.slice(1) }, drop, controls);
  expect(without.json["input_transformations"]).toEqual([]);
  expect(read(without)).toBe((edited.json["usage"] as Json)["cache_creation_input_tokens"]);
});

test("an edit before unbound thinking shows only in the cache, and another maker's signature is not checked", async () => {
  const unbound = thinking("claude-opus-4-8");
  const answer = await unbound.first(PROSE);
  const edited = await unbound.again(`Today. ${PROSE}`, answer);
  expect([edited.status, read(edited)]).toEqual([200, 0]);
  const foreign = {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "hm", signature: "c2VhbGVk" },
      { type: "text", text: "a" },
    ],
  };
  expect((await thinking().again(PROSE, foreign)).status).toBe(200);
});

test("V58 a thread is continued once and only with its new messages; a sibling is refused with 400 and sends the whole conversation", async () => {
  const { ask } = askWire([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
  const send = (thread: Json, ...messages: readonly Json[]): ReturnType<typeof ask> =>
    ask("/v1/messages", { model: MODEL, max_tokens: 64, thread, messages }, HEADERS);
  const first = await send({ type: "create" }, user(PROSE));
  const continued = { type: "continue", previous_message_id: first.json["id"] };
  const next = await send(continued, user("And then?"));
  expect(next.status).toBe(200);
  expect(read(next)).toBe((first.json["usage"] as Json)["cache_creation_input_tokens"]);
  const sibling = await send(continued, user("And before?"));
  expect(sibling.status).toBe(400);
  expect(sibling.json["error"]).toMatchObject({
    type: "invalid_request_error",
    details: { error_code: "thread_already_continued" },
  });
  const answer = { role: "assistant", content: first.json["content"] };
  const whole = await send({ type: "create" }, user(PROSE), answer, user("And before?"));
  expect(read(whole)).toBe(read(next));
  const unknown = await send({ type: "continue", previous_message_id: "msg_nobody" }, user("And?"));
  expect([unknown.status, JSON.stringify(unknown.json)]).toEqual([404, expect.stringContaining("thread_not_found")]);
});
