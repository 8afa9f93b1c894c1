import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "./run-forkproof.ts";
import { serveForkproof } from "./serve-forkproof.ts";

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  const script = `script:
  - { thinking: Two digits., text: "42", wait: 5ms }
  - call: [{ Add: { to: 1 } }]
`;
  writeFileSync(join(folder.path, "script.yaml"), script);
  const lanes = ["One", "Two", "Three", "Four"].map((text, at) =>
    `fork${at === 0 ? "" : `[${at + 1}]`}`.concat(`: [{ text: ${text}. }]`),
  );
  writeFileSync(join(folder.path, "lanes.yaml"), `script:\n${lanes.map((lane) => `  ${lane}\n`).join("")}`);
  writeFileSync(join(folder.path, "wrong.yaml"), "script: [{ txt: hi }]\n");
});
afterAll(() => folder[Symbol.dispose]());

const question = {
  model: "claude-sonnet-5",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "What is six times seven?" }],
};

test("serve answers the real SDK, streamed and not, and exits 0 if every step was used", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--script", "script.yaml"], folder.path);
  const client = new Anthropic({ baseURL: baseUrl, apiKey: "any", maxRetries: 0 });
  const streamed = await client.messages.stream(question).finalMessage();
  expect(streamed.content).toMatchObject([{ type: "thinking" }, { type: "text", text: "42" }]);
  const asked = { role: "user" as const, content: "And one more?" };
  const messages = [...question.messages, { role: "assistant" as const, content: "42" }, asked];
  const { content, stop_reason } = await client.messages.create({ ...question, messages });
  expect([content, stop_reason]).toMatchObject([[{ name: "Add", input: { to: 1 } }], "tool_use"]);
  expect(await interrupt()).toEqual({ exit: 0, out: "", err: "" });
});

test("serve reports at the end each request without a step and each lane with steps left", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--script", "script.yaml", "--json"], folder.path);
  const client = new Anthropic({ baseURL: baseUrl, apiKey: "any", maxRetries: 0 });
  await client.messages.create(question);
  const other = { ...question, messages: [{ role: "user" as const, content: "Another matter." }] };
  await expect(client.messages.create(other)).rejects.toThrow("400");
  const { exit, out } = await interrupt();
  expect(exit).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    faults: [
      { code: "HX411", where: "request 2" },
      { code: "HX412", where: "script, lane fork, step 2" },
    ],
  });
});

test.each(["SIGTERM", "SIGHUP"] as const)("serve reports at %s what it reports at Ctrl-C", async (signal) => {
  const { interrupt } = await serveForkproof(["--script", "script.yaml", "--json"], folder.path);
  const { exit, out } = await interrupt(signal);
  expect(JSON.parse(out)).toMatchObject({ faults: [{ code: "HX412" }] });
  expect(exit).toBe(1);
});

test("serve answers on every wire format by path, all at once, each with a list of models if it has one", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--script", "lanes.yaml"], folder.path);
  const headers = { authorization: "Bearer k", "x-goog-api-key": "k" };
  const asked = [
    ["/v1/chat/completions", { model: "gpt-5.2", messages: [{ role: "user", content: "Hi." }] }],
    ["/v1/responses", { model: "gpt-5.6-sol", input: "Hi." }],
    ["/v1beta/models/gemini-2.5-flash:generateContent", { contents: [{ parts: [{ text: "Hi." }] }] }],
    ["/model/amazon.nova-pro-v1:0/converse", { messages: [{ role: "user", content: [{ text: "Hi." }] }] }],
  ] as const;
  const answers: string[] = [];
  for (const [path, body] of asked) {
    const response = await fetch(`${baseUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    answers.push(await response.text());
  }
  expect(answers.map((text) => /"(One|Two|Three|Four)\."/.exec(text)?.[1])).toEqual(["One", "Two", "Three", "Four"]);
  const lists = await Promise.all(
    ["/v1/models", "/v1beta/models"].map(async (path) => (await fetch(`${baseUrl}${path}`, { headers })).json()),
  );
  expect(lists).toMatchObject([
    { object: "list" },
    { models: [{ name: expect.stringMatching(/^models\/gemini-/) }, {}, {}, {}] },
  ]);
  expect(await interrupt()).toEqual({ exit: 0, out: "", err: "" });
});

test("serve explains why it does not start", async () => {
  const taken = await serveForkproof(["--script", "script.yaml"], folder.path);
  const port = new URL(taken.baseUrl).port;
  const refused = await Promise.all(
    [
      ["--script", "script.yaml", "--port", port],
      ["--script", "script.yaml", "--port", "http"],
      ["--script", "wrong.yaml"],
      ["--script", "gone.yaml"],
      [],
    ].map((args) => runForkproof(["serve", ...args], folder.path)),
  );
  expect(refused.map(({ exit, out, err }) => [exit, out, err.replaceAll(port, "PORT")])).toMatchInlineSnapshot(`
    [
      [
        3,
        "",
        "HX401  Port PORT is in use.
           where  127.0.0.1:PORT
           fix    Choose another port, or none to get any free one.
    ",
      ],
      [
        2,
        "",
        "HX503  --port takes a number up to 65535, not "http"
           fix    write --port 8080, or leave it out
    ",
      ],
      [
        2,
        "",
        "HX141  script[0].txt is not a member of a step
           where  wrong.yaml:1:12
           fix    Did you mean \`text\`? Use text, thinking, call, calls, length,
                  refusal, error, wait, cut.
    ",
      ],
      [
        2,
        "",
        "HX511  no such file or folder
           where  gone.yaml
           fix    check the spelling of the path
    ",
      ],
      [
        2,
        "",
        "HX504  serve needs a script
           fix    write --script FILE; a scenario's own file will do
    ",
      ],
    ]
  `);
  // The one that serves was asked for nothing, and says so to a person.
  expect((await taken.interrupt()).err).toMatchInlineSnapshot(`
    "HX412  Lane fork stopped before step 1 of 2 (text "42"). No request began this
           lane.
           where  script, lane fork, step 1
           fix    Remove the step, or find out why the client stopped early.
    "
  `);
});

test("serve answers as the named provider, and refuses an unknown one", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--script", "script.yaml", "--provider", "groq"], folder.path);
  const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: "any", maxRetries: 0 });
  const asked = { model: "openai/gpt-oss-20b", messages: [{ role: "user" as const, content: "Six times seven?" }] };
  const answer = await client.chat.completions.create(asked);
  expect(answer.choices[0]?.message).toMatchObject({ content: "42", reasoning: "Two digits." });
  expect(Math.abs(Date.now() / 1000 - answer.created), "seconds since an hour ago at most").toBeLessThan(3600);
  expect(answer.usage, "Groq says nothing of a read that is none").not.toHaveProperty("prompt_tokens_details");
  await interrupt();
  const wrong = await runForkproof(["serve", "--script", "script.yaml", "--provider", "grok"], folder.path);
  expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining("no cache rules for the provider grok")]);
});
