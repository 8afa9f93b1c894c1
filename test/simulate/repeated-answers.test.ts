import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";

type Json = { readonly [name: string]: unknown };

const words = (count: number, of: string): string => Array.from({ length: count }, (_, at) => `${of} ${at}`).join(" ");
const STORY = words(1200, "and the sea rose");
const RULES = { role: "system", content: words(400, "rule of the house") };
const PROMPT = { role: "user", content: "Write a story." };
const FOLLOW_UP = { role: "user", content: words(1500, "another") };
const said = (content: string): Json => ({ role: "assistant", content });

type Sent = {
  readonly path: string;
  readonly host: string;
  readonly body: Json;
  readonly answer: string;
  readonly contentType?: string;
};

/** What the last of a recording's requests is predicted to have read; each is sent ten seconds behind the one before. */
function predictedRead(sent: readonly Sent[]): number {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  const lines = sent.map(({ path, host, body, answer, contentType = "application/json" }, at) => ({
    seq: at + 1,
    ts: new Date(Date.UTC(2026, 10, 20, 8, 0, 10 * at)).toISOString(),
    method: "POST",
    path,
    headers: [["host", host]],
    body: JSON.stringify(body),
    response: { status: 200, contentType, body: answer },
  }));
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { exchanges } = simulateRecording(openRecording(file), { provider: null, anchored: true, mode: "upper" });
  return exchanges.at(-1)?.predicted?.read ?? -1;
}

const OPENAI = { path: "/v1/chat/completions", host: "api.openai.com" };
const [BEGUN, OUTPUT, GROWN] = [2400, 4800, 9000];

function counted(prompt: number, output: number, thought = 0): Json {
  const total_tokens = prompt + output;
  return {
    usage: {
      prompt_tokens: prompt,
      completion_tokens: output,
      total_tokens,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: thought },
    },
  };
}

const chatBody = (messages: readonly Json[]): Json => ({ model: "gpt-5.4", messages });
const completion = (content: string, prompt: number, output: number, thought = 0): string =>
  JSON.stringify({ choices: [{ index: 0, message: said(content) }], ...counted(prompt, output, thought) });

function chatStream(content: string): string {
  const pieces = [content.slice(0, 100), content.slice(100)].map((text) => ({
    choices: [{ index: 0, delta: { content: text } }],
  }));
  const events = [
    ...pieces,
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { choices: [], ...counted(BEGUN, OUTPUT) },
  ];
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
}

function behind(answer: Pick<Sent, "answer" | "contentType">, replay: string): number {
  const grown = [RULES, PROMPT, said(replay), FOLLOW_UP];
  return predictedRead([
    { ...OPENAI, body: chatBody([RULES, PROMPT]), ...answer },
    { ...OPENAI, body: chatBody(grown), answer: completion("ok", GROWN, 5) },
  ]);
}

test.each([
  ["a body", { answer: completion(STORY, BEGUN, OUTPUT) }],
  ["a stream", { answer: chatStream(STORY), contentType: "text/event-stream" }],
])("a request reads an earlier answer from %s if it repeats it, and not if it has another one", (_case, answer) => {
  expect(behind(answer, "No.")).toBe(2304);
  expect(behind(answer, STORY)).toBe(Math.floor((BEGUN + OUTPUT - 24) / 128) * 128);
});

test.each([
  ["was not kept", { answer: JSON.stringify(counted(BEGUN, OUTPUT)) }],
  [
    "was cut",
    { answer: chatStream(STORY).replace('"finish_reason":"stop"', '"x":1'), contentType: "text/event-stream" },
  ],
])("a request reads at most its own text of an answer whose body %s", (_case, answer) => {
  expect(behind(answer, "No.")).toBeLessThanOrEqual(2432);
  expect(behind(answer, STORY)).toBeGreaterThan(BEGUN + 3000);
});

test("thinking that is not repeated is not part of the next prompt", () => {
  const answer = { answer: completion("No.", BEGUN, OUTPUT, OUTPUT - 10) };
  expect(behind(answer, "No.")).toBeLessThanOrEqual(2432);
});

test.each([
  ["No.", 2304],
  [STORY, Math.floor((BEGUN + OUTPUT - 24) / 128) * 128],
])("a request on Responses reads the repeated part of its items: %.10s", (replay, read) => {
  const item = (text: string): Json => ({
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [] }],
  });
  const usage = (prompt: number, output: number): Json => ({
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: prompt + output,
  });
  const respond = (text: string, used: Json): string =>
    JSON.stringify({ object: "response", status: "completed", output: [{ id: "msg_1", ...item(text) }], usage: used });
  const wire = { path: "/v1/responses", host: "api.openai.com" };
  const begun = [{ ...RULES, role: "developer" }, PROMPT];
  expect(
    predictedRead([
      { ...wire, body: { model: "gpt-5.4", input: begun }, answer: respond(STORY, usage(BEGUN, OUTPUT)) },
      {
        ...wire,
        body: { model: "gpt-5.4", input: [...begun, item(replay), FOLLOW_UP] },
        answer: respond("ok", usage(GROWN, 5)),
      },
    ]),
  ).toBe(read);
});
