import { writeFileSync } from "node:fs";
import { join } from "node:path";

const tools = ["read_file", "write_file", "bash"].map((name) => ({
  name,
  description: `Does what ${name} says — and nothing else.`,
  input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
}));

const question = { role: "user", content: "What is in notes.md?" };
const call = {
  role: "assistant",
  content: [{ type: "tool_use", id: "tu_1", name: "read_file", input: { path: "notes.md" } }],
};
const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "tu_1", content: "- ship it" }] };
const directive = { type: "text", text: "You are a fork. Review the notes." };

function body(changes: object): string {
  const system = "You are a coding agent. Answer in one line.";
  return JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 1024, tools, system, ...changes });
}

/**
 * Writes `traffic.jsonl`: a parent of two turns (1, 2), a fork that passes its prefix through (3) and one that lost a
 * tool (4).
 */
export function writeTraffic(folder: string): void {
  const bodies = [
    body({ messages: [question] }),
    body({ messages: [question, call, result] }),
    body({ messages: [question, call, { ...result, content: [...result.content, directive] }] }),
    body({
      tools: [tools[0], tools[2]],
      messages: [question, call, { ...result, content: [...result.content, directive] }],
    }),
  ];
  const headers = [["anthropic-version", "2023-06-01"]];
  const lines = bodies.map((text, index) =>
    JSON.stringify({ seq: index + 1, method: "POST", path: "/v1/messages", headers, body: text, response: null }),
  );
  writeFileSync(join(folder, "traffic.jsonl"), `${lines.join("\n")}\n`);
}
