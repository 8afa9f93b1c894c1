import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const RULES = Array.from({ length: 400 }, (_, at) => `Rule ${at}: name the file and the line of remark ${at}.`);
const tools = { type: "additional_tools", id: "at_1", role: "developer", tools: [{ type: "custom", name: "exec" }] };

/** A request whose system prompt is a developer item, with an id that is new each time. */
function asking(id: string, day: number, ...said: readonly string[]): Exchange {
  const content = [{ type: "input_text", text: `Today is 2026-11-${day}.\n${RULES.join("\n")}` }];
  const developer = { type: "message", id: `msg_${id}`, role: "developer", content };
  const messages = said.map((text, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: text }));
  const body = { model: "gpt-5.6-sol", input: [tools, developer, ...messages] };
  return { ...wireExchange("openai-responses", JSON.stringify(body), id), startedAtMs: Number(id) * 1_000 };
}

function inspected(...exchanges: readonly Exchange[]): JudgedRecording["exchanges"] {
  return inspectRecording(recordingOf(exchanges), { provider: "openai" }).exchanges;
}

test("a conversation continues under a developer item with another ID, and another first question begins a new one", () => {
  const found = inspected(
    asking("1", 20, "What is this?"),
    asking("2", 20, "What is this?", "A parser.", "Of what?"),
    asking("3", 20, "Write the notes."),
  );
  expect(found.map(({ parent, relation, verdict }) => [parent, relation, verdict])).toEqual([
    [null, "root", "not-comparable"],
    ["1", "turn", "rendered-identical"],
    [null, "root", "not-comparable"],
  ]);
  expect(found[2]?.root).toMatchObject({ comparedWith: "1", shared: { blocks: 2, of: { blocks: 2 } }, differs: [] });
});

test("a date in the first developer item of conversations is a place of their system prompt", () => {
  const [, later] = inspected(asking("1", 20, "What is this?"), asking("2", 21, "Write the notes."));
  expect(later).toMatchObject({ relation: "root", root: { shared: { blocks: 1, of: { blocks: 2 } } } });
  expect(later?.root?.differs).toMatchObject([
    { code: "CB302", segment: "system", pointer: "/input/1/content/0", was: expect.stringContaining("2026-11-20") },
  ]);
});

test("a read that ends with the developer items ends in the system prompt", () => {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  const lines = [asking("1", 20, "What is this?"), asking("2", 20, "Write the notes.")].map(
    ({ path, request }, at) => ({
      seq: at + 1,
      method: "POST",
      path,
      headers: [],
      body: String(request),
      ts: `2026-11-20T08:00:0${at * 3}.000Z`,
    }),
  );
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { exchanges } = simulateRecording(openRecording(file), { provider: "openai", anchored: false, mode: "upper" });
  expect(exchanges.map((each) => each.class.predicted)).toEqual(["none", "system"]);
});
