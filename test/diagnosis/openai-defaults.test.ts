import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { exchangeOf } from "./judge-example.ts";

type Wire = "responses" | "chat/completions";

const long = "Each figure stands beside its source and its date. ".repeat(300);

/** A request and one that continues it, whose settings differ as said. */
function judged(
  child: object,
  { wire = "responses", model = "gpt-5.6-sol" }: { readonly wire?: Wire; readonly model?: string } = {},
): { readonly reusable: string; readonly causes: readonly string[] } {
  const turns = [{ role: "user", content: long }];
  const grown = [...turns, { role: "assistant", content: "Done." }, { role: "user", content: "And now by year." }];
  const body = (messages: readonly object[], more: object = {}): string =>
    JSON.stringify({ model, ...(wire === "responses" ? { input: messages } : { messages }), ...more });
  const sent = { path: `/v1/${wire}`, host: "api.openai.com" };
  const judgement: Judgement = judge({
    parent: exchangeOf("parent", body(turns), sent),
    child: exchangeOf("child", body(grown, child), sent),
    provider: "openai",
  });
  const { reusable, findings } = judgement;
  return { reusable, causes: findings.filter(({ role }) => role === "cause").map(({ code }) => code) };
}

test.each([
  [{ parallel_tool_calls: true }],
  [{ text: { format: { type: "text" } } }],
  [{ text: { verbosity: "medium" } }],
  [{ service_tier: "auto" }],
  [{ service_tier: "default" }],
  [{ reasoning: { effort: "medium" } }],
])("sending the default %j is the same as omitting it", (child) => {
  expect(judged(child)).toEqual({ reusable: "unknown", causes: [] });
});

test.each([
  [{ parallel_tool_calls: true }],
  [{ response_format: { type: "text" } }],
  [{ verbosity: "medium" }],
  [{ service_tier: "default" }],
  [{ reasoning_effort: "medium" }],
])("sending the default %j on Chat is the same as omitting it", (child) => {
  expect(judged(child, { wire: "chat/completions" })).toEqual({ reusable: "unknown", causes: [] });
});

test.each([
  [{ parallel_tool_calls: false }, "CB104"],
  [{ text: { format: { type: "json_object" } } }, "CB107"],
  [{ text: { verbosity: "low" } }, "CB107"],
  [{ service_tier: "flex" }, "CB106"],
  [{ reasoning: { effort: "high" } }, "CB103"],
  [{ context_management: [{ type: "compaction", compact_threshold: 200_000 }] }, "CB109"],
])("sending %j reads nothing and has its code", (child, code) => {
  expect(judged(child)).toEqual({ reusable: "no", causes: [code] });
});

test.each([
  ["gpt-5.6-sol", "none", "unknown", []],
  ["gpt-6-sol", { type: "allowed_tools", mode: "auto", tools: [] }, "unknown", []],
  ["gpt-5.6-sol", "required", "no", ["CB104"]],
  ["gpt-5.5", "none", "no", ["CB104"]],
])("on %s the tool choice %j counts as OpenAI documents it", (model, choice, reusable, causes) => {
  expect(judged({ tool_choice: choice }, { model })).toEqual({ reusable, causes });
  expect(judged({ tool_choice: choice }, { model, wire: "chat/completions" })).toEqual({ reusable, causes });
});

test("a sent effort differs from an omitted one if the model's default is not documented", () => {
  expect(judged({ reasoning: { effort: "medium" } }, { model: "gpt-6-sol" })).toEqual({
    reusable: "no",
    causes: ["CB103"],
  });
});
