import { expect, test } from "vitest";
import { openaiResponses } from "../../harness/wires/openai-responses/wire.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";
import { wireSession } from "./wire-session.ts";

const words = `2000tok ${Array.from({ length: 3_000 }, (_, at) => `word${at}`).join(" ")}`;

const user = { role: "user", content: [{ type: "input_text", text: words }] };

/** What the model said, as an agent that names no ids sends it back. */
const said = [
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "I read." }] },
  { type: "function_call", call_id: "call_1", name: "read", arguments: '{"path":"a"}' },
  { type: "function_call_output", call_id: "call_1", output: "one two" },
];

/** The same items as a server hands them out: with ids and states, their members in another order. */
const handedOut = [
  {
    id: "msg_7",
    status: "completed",
    content: [{ text: "I read.", type: "output_text" }],
    role: "assistant",
    type: "message",
  },
  {
    id: "fc_7",
    type: "function_call",
    status: "completed",
    arguments: '{"path":"a"}',
    call_id: "call_1",
    name: "read",
  },
  { output: "one two", call_id: "call_1", type: "function_call_output", id: "fco_7" },
];

const body = (...input: readonly object[]): { readonly model: string; readonly input: readonly object[] } => ({
  model: "gpt-6.1-sol",
  input,
});
const more = { role: "user", content: [{ type: "input_text", text: "Go on." }] };

const sent = (id: string, startedAtMs: number, asked: object): Exchange => {
  return { ...wireExchange("openai-responses", JSON.stringify(asked), id), startedAtMs, firstByteMs: 500 };
};

const reads = (...inputs: readonly (readonly object[])[]): readonly number[] => {
  const session = wireSession("openai", { dialect: openaiResponses });
  return inputs.map((input) => session.send(body(...input))[1]);
};

test("item IDs, states and member order do not affect what an item cache stores", () => {
  const [, plain] = reads([user, ...said], [user, ...said]);
  const [, renamed] = reads([user, ...said], [user, ...handedOut]);
  expect(plain).toBeGreaterThan(0);
  expect(renamed).toBe(plain);
});

test("the content of an item affects what an item cache stores", () => {
  const verdict = (child: readonly object[]): object =>
    judge({
      parent: sent("1", 0, body(user, ...said)),
      child: sent("2", 60_000, body(user, ...child, more)),
      provider: "openai",
    });
  expect(verdict(handedOut)).toMatchObject({
    verdict: "rendered-identical",
    normalisations: ["item-id-and-key-order"],
    reusable: "yes",
  });
  const other = handedOut.map((item) => ("name" in item ? { ...item, arguments: '{"path":"b"}' } : item));
  expect(verdict(other)).toMatchObject({ verdict: "diverged", reusable: "no" });
});
