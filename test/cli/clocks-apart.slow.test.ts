import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const words = (text: string): string => text.replaceAll(/[\s│]+/g, " ");

/** What is said in turn, as a user and a model say it. */
function lineOf(said: readonly string[], answer: string, sentAt: string | null): string {
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  return `${JSON.stringify({
    seq: said.length,
    ...(sentAt === null ? {} : { ts: `2026-11-20T${sentAt}.000Z` }),
    method: "POST",
    path: "/v1/messages",
    headers: [],
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 10, system: "You write code.", messages }),
    response: {
      status: 200,
      contentType: "application/json",
      body: JSON.stringify({ type: "message", role: "assistant", content: [{ type: "text", text: answer }] }),
    },
  })}\n`;
}

const history = ["Look around.", "There are three files.", "Which is the oldest?"];

type Times = { readonly main: readonly (string | null)[]; readonly fork: string | null };

/** The fork writes the answer of its parent's history anew. */
function inspect(files: readonly string[], { main, fork }: Times): Promise<Printed> {
  const [first = null, second = null] = main;
  writeFileSync(
    join(folder.path, "main.jsonl"),
    lineOf(history.slice(0, 1), "There are three files.", first) + lineOf(history, "The first one.", second),
  );
  const edited = ["Look around.", "There are 3 files.", "Which is the oldest?", "The first one.", "Delete it."];
  writeFileSync(join(folder.path, "fork.jsonl"), lineOf(edited, "Done.", fork));
  return runForkproof(["inspect", ...files, "--fail-on-break"], folder.path);
}

const main = ["09:00:00", "09:00:05"];

test.each<Times & { readonly title: string; readonly files: readonly string[] }>([
  { title: "an hour behind", files: ["main.jsonl", "fork.jsonl"], main, fork: "08:00:10" },
  { title: "six seconds behind", files: ["main.jsonl", "fork.jsonl"], main, fork: "09:00:04" },
  { title: "missing, and its file is read first", files: ["fork.jsonl", "main.jsonl"], main, fork: null },
  { title: "missing everywhere", files: ["fork.jsonl", "main.jsonl"], main: [null, null], fork: null },
])("a fork that edits its history may be a break if its clock is $title", async ({ files, ...times }) => {
  const { exit, out } = await inspect(files, times);
  expect([exit, words(out)]).toEqual([1, expect.stringMatching(/failed 1 possible break \(at \S+\) $/)]);
  expect(words(out)).toMatch(
    /may continue \S+, which was sent later: diverged, CB4\d\d; correct the clock that dated it, or the order of the files/,
  );
});

test("the same fork is a break if the clocks agree, and no doubt is shown", async () => {
  const { exit, out } = await inspect(["fork.jsonl", "main.jsonl"], { main, fork: "09:00:10" });
  expect([exit, words(out)]).toEqual([1, expect.stringMatching(/failed 1 break of ours \(CB4\d\d at \S+\) $/)]);
  expect(out).not.toContain("doubt");
});
