import { expect, test } from "vitest";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { parseBody } from "../../harness/wires/anthropic-messages/mocked/parse-body.ts";
import { parentBody } from "./anthropic-body.ts";

const messages = [{ role: "user", content: "a" }];

test.each([
  ["as an agent sends it", JSON.stringify(parentBody)],
  ["pretty-printed", JSON.stringify(parentBody, null, 2)],
  ["texts of all kinds", JSON.stringify({ system: 'ü \u2028 "', messages: [{ role: "user", content: "日本 \\ 0" }] })],
  ["messages written twice", `{"messages":[{"role":"user","content":"a"}],"messages":[{"role":"user","content":"b"}]}`],
  ["tools written twice", `{"tools":[{"name":"a"}],"messages":${JSON.stringify(messages)},"tools":[]}`],
  ["numbers that look like holes", JSON.stringify({ messages, tools: [], stop_sequences: [0], n: 0 })],
  ["no messages at all", "{}"],
  ["an invalid message", JSON.stringify({ messages: [...messages, 0, null] })],
])("a body that is parsed in pieces equals the body parsed as a whole: %s", (_name, text) => {
  const body = Buffer.from(text);
  const layout = parseLayout(body);
  const again = parseLayout(Buffer.from(text), layout);
  expect(parseBody(body, layout)).toEqual(parseBody(body, null));
  expect(parseBody(body, layout)).toBe(parseBody(body, layout));
  expect(parseBody(Buffer.from(text), again)).toEqual(parseBody(body, null));
});

test("invalid JSON is not parsed in pieces either", () => {
  const whole = JSON.stringify(parentBody);
  const layout = parseLayout(Buffer.from(whole));
  for (const broken of [`${whole}x`, whole.replace('"messages"', "messages"), `${whole},`]) {
    expect(parseBody(Buffer.from(broken), null)).toBeUndefined();
  }
  expect(parseBody(Buffer.concat([Buffer.from(whole), Buffer.from([0xff])]), layout)).toBeUndefined();
});
