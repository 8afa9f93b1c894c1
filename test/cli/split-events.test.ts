import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "./run-forkproof.ts";

const events = [
  {
    type: "message_start",
    message: { usage: { input_tokens: 3, cache_creation_input_tokens: 40, cache_read_input_tokens: 4000 } },
  },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 60 } },
  { type: "message_stop" },
];

function streamOf(lineEnd: string): string {
  const lines = events.flatMap((event) => [
    ": keep-alive",
    `event: ${event.type}`,
    // JSON on several lines: each is a line of data of one event.
    ...JSON.stringify(event, null, 1)
      .split("\n")
      .map((line) => `data: ${line}`),
    "",
  ]);
  return `\uFEFF${[...lines, ""].join(lineEnd)}`;
}

test("inspect reports the usage of events with several data lines, with every line ending", async () => {
  using folder = makeTempFolder();
  const ends = ["\n", "\r\n", "\r"];
  const lines = ends.map((lineEnd, index) => {
    const messages = Array.from({ length: 2 * index + 1 }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: `turn ${at}`,
    }));
    const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages });
    const response = { status: 200, contentType: "text/event-stream", body: streamOf(lineEnd) };
    const headers = [["host", "api.anthropic.com"]];
    return JSON.stringify({ seq: index + 1, method: "POST", path: "/v1/messages", headers, body, response });
  });
  writeFileSync(join(folder.path, "t.jsonl"), lines.join("\n"));
  const { out } = await runForkproof(["inspect", "t.jsonl", "--json"], folder.path);
  const { exchanges }: { exchanges: readonly { usage: unknown; uncounted: unknown }[] } = JSON.parse(out);
  const usage = { read: 4000, write: 40, fresh: 3, output: 60 };
  expect(exchanges.map((each) => each.usage)).toMatchObject(ends.map(() => usage));
});
