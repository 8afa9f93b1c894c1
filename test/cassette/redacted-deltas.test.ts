import fc from "fast-check";
import { expect, test } from "vitest";

import { exchangeRedactor } from "../../harness/cassette/credentials/redact-exchange.ts";
import { credentialSpans } from "../../harness/kernel/credentials/credential-spans.ts";
import { key } from "./leaks.ts";
import { someExchange } from "./some-exchange.ts";

/** As long as those that Anthropic issues. */
const long = key.padEnd(108, "Q7wz-Rk4t_Vb9");

const redact = exchangeRedactor(Buffer.alloc(32, 7), credentialSpans([]));

const at = { index: 0 };

/** The event in which each wire format streams a piece of a text. */
const forms: Readonly<Record<string, (piece: string) => unknown>> = {
  "a text of Messages": (text) => ({ type: "content_block_delta", ...at, delta: { type: "text_delta", text } }),
  "a thought of Messages": (thinking) => ({
    type: "content_block_delta",
    ...at,
    delta: { type: "thinking_delta", thinking },
  }),
  "a call of Messages": (piece) => ({
    type: "content_block_delta",
    ...at,
    delta: { type: "input_json_delta", partial_json: piece },
  }),
  "a text of Chat Completions": (content) => ({ choices: [{ ...at, delta: { content } }] }),
  "a call of Chat Completions": (piece) => ({
    choices: [{ ...at, delta: { tool_calls: [{ ...at, function: { arguments: piece } }] } }],
  }),
  "a text of Responses": (delta) => ({
    type: "response.output_text.delta",
    item_id: "msg_1",
    output_index: 0,
    content_index: 0,
    delta,
  }),
  "a call of Responses": (delta) => ({
    type: "response.function_call_arguments.delta",
    item_id: "fc_1",
    output_index: 0,
    delta,
  }),
  "a text of Gemini": (text) => ({ candidates: [{ ...at, content: { role: "model", parts: [{ text }] } }] }),
};

/** The places at which a text is cut into deltas. */
const cuts = fc.oneof(
  fc.integer({ min: 1, max: 120 }).map((size) => Array.from({ length: 130 }, (_, each) => each * size)),
  fc.uniqueArray(fc.integer({ min: 1, max: 140 }), { maxLength: 12 }).map((all) => all.toSorted((a, b) => a - b)),
);

function piecesOf(text: string, places: readonly number[]): readonly string[] {
  return [0, ...places].map((start, each) => text.slice(start, places[each])).filter((piece) => piece !== "");
}

/** A digit in an escape of JSON is masked like the others. */
function written(event: unknown, isEscaped: boolean): string {
  const json = JSON.stringify(event);
  return `data: ${isEscaped ? json.replace("7", String.raw`\u0037`) : json}\n\n`;
}

test.for(Object.entries(forms))("redaction masks the whole of a credential in %s, wherever it is cut", ([, form]) => {
  fc.assert(
    fc.property(cuts, fc.boolean(), fc.constantFrom('{"k":"', "It is ", ""), (places, isEscaped, before) => {
      const pieces = piecesOf(`${before}${long}" and so on`, places);
      const body = Buffer.from(pieces.map((piece) => written(form(piece), isEscaped)).join(""));
      const { response } = redact(someExchange({ response: { ...answer, body } }));
      const masked = response?.body.toString() ?? "";
      expect(masked.length).toBe(body.length);
      const whole = `${before}${long}" and so on`;
      const joined = piecesIn(masked, form).join("");
      expect(joined.length).toBe(whole.length);
      expect([joined.slice(0, before.length), joined.slice(before.length + long.length)]).toEqual([
        before,
        '" and so on',
      ]);
      const left = [...long.matchAll(/\d/g)].filter(({ 0: digit, index }) => joined[before.length + index] === digit);
      expect(left, joined).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

const answer = { status: 200, contentType: "text/event-stream", usageIsReal: true };

/** The pieces of a stream, at the place where the form puts one. */
function piecesIn(stream: string, form: (piece: string) => unknown): readonly string[] {
  const find = (value: unknown, like: unknown): string | null => {
    if (like === MARK) return typeof value === "string" ? value : null;
    if (typeof like !== "object" || like === null || typeof value !== "object" || value === null) return null;
    for (const [name, member] of Object.entries(like)) {
      const found = find(Object.entries(value).find(([each]) => each === name)?.[1], member);
      if (found !== null) return found;
    }
    return null;
  };
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => find(JSON.parse(json), form(MARK)) ?? "");
}

const MARK = "the piece";
