import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import { exchangeOf } from "./judge-example.ts";
import { chat, converse, gemini, say } from "./wire-bodies.ts";

const CHAT = "/v1/chat/completions";
const GEMINI = "/v1beta/models/gemini-3-pro:generateContent";
const CONVERSE = "/model/openai.gpt-oss-120b-1:0/converse";
const schema = (name: string): object => ({
  generationConfig: { responseMimeType: "application/json", responseJsonSchema: { type: "object", required: [name] } },
});

test.each([
  [
    "the schema of Gemini's answer in plain JSON Schema",
    GEMINI,
    { ...gemini([]), ...schema("a") },
    { ...gemini([]), ...schema("b") },
    "CB107",
  ],
  [
    "the effort of a model on Bedrock that takes OpenAI's name",
    CONVERSE,
    { ...converse("x"), additionalModelRequestFields: { reasoning_effort: "low" } },
    { ...converse("x"), additionalModelRequestFields: { reasoning_effort: "high" } },
    "CB103",
  ],
  [
    "a switch of the chat template",
    CHAT,
    { ...chat([]), chat_template_kwargs: { enable_thinking: true } },
    { ...chat([say("go")]), chat_template_kwargs: { enable_thinking: false } },
    "CB102",
  ],
])("a setting that differs has its code: %s", (_name, path, parent, child, code) => {
  const { findings } = judge({
    parent: exchangeOf("parent", JSON.stringify(parent), { path }),
    child: exchangeOf("child", JSON.stringify(child), { path }),
  });
  expect(findings.map((each) => each.code).filter((each) => each.startsWith("CB10"))).toEqual([code]);
});
