import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { BlockBook, EXCERPT } from "../../harness/blocks/block-book.ts";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { openSources } from "../../harness/sources/open-sources.ts";
import { judgeRecording } from "../../harness/verdict/recording/judge-recording.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const MESSAGES = 400;
const MESSAGE_BYTES = 20_000;

/** A request of eight megabytes of text, and the next one of its conversation. */
function lines(): string {
  const messages = Array.from({ length: MESSAGES }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text: `${at} says word after word. `.repeat(MESSAGE_BYTES / 24) }],
  }));
  return [messages.slice(0, -2), messages]
    .map((said, at) => {
      const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 10, messages: said });
      return JSON.stringify({ seq: at + 1, method: "POST", path: "/v1/messages", headers: [], body });
    })
    .join("\n");
}

/** Bytes in the heap that something still holds. */
function heldBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test("a judge that holds a request holds no copy of its texts, and a book of its blocks keeps excerpts alone", async () => {
  using folder = makeTempFolder();
  const path = join(folder.path, "log.jsonl");
  writeFileSync(path, lines());
  using sources = await openSources([path]);
  const book = new BlockBook({ characters: EXCERPT });
  const before = heldBytes();
  const judging = judgeRecording(sources.recording);
  judging.next();
  const { value } = judging.next();
  if (value === undefined || value instanceof Map || !("read" in value) || value.read === null)
    throw new Error("unread");
  const { body, units } = value.read.layout;
  const texts = estimateTokens.count(
    value.read.layout,
    units.map(({ span }) => span.end - span.start),
    "claude-sonnet-4-5",
  );
  expect(texts.units).toHaveLength(units.length);
  const judged = heldBytes();
  expect(judged - before).toBeLessThan((3 * body.length) / 4);
  book.see(value);
  expect(book.table().blocks).toHaveLength(MESSAGES);
  expect(heldBytes() - judged).toBeLessThan(body.length / 4);
});
