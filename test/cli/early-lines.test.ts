import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commands } from "../../harness/cli/commands.ts";
import { parseArgv } from "../../harness/cli/parse-argv.ts";
import type { Console } from "../../harness/io/console.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";

let folder: TempFolder;
let path: string;
beforeEach(() => {
  folder = makeTempFolder();
  path = join(folder.path, "log.jsonl");
  writeFileSync(path, log());
});
afterEach(() => folder[Symbol.dispose]());

const REQUESTS = 210;

/** Conversations of two requests. */
function log(): string {
  const lines = Array.from({ length: REQUESTS }, (_, at) => {
    const question = { role: "user", content: `Question ${at >> 1}?` };
    const more = [
      { role: "assistant", content: "Yes." },
      { role: "user", content: "Why?" },
    ];
    const body = {
      model: "claude-sonnet-4-5",
      max_tokens: 9,
      messages: at % 2 === 0 ? [question] : [question, ...more],
    };
    const headers = [["host", "api.anthropic.com"]];
    return JSON.stringify({ seq: at + 1, method: "POST", path: "/v1/messages", headers, body: JSON.stringify(body) });
  });
  return `${lines.join("\n")}\n`;
}

async function inspect(isTTY: boolean, onErr: (text: string) => void): Promise<unknown> {
  const request = parseArgv(["inspect", path], commands);
  if (request.ask !== "command") throw new Error("not a command");
  const style = { colour: false, columns: 200 };
  const streams: Console = {
    out: (text) => onErr(`out: ${text}`),
    err: onErr,
    commands: onErr,
    outStyle: style,
    errStyle: style,
    isTTY,
    isClosed: () => false,
  };
  const command = await request.command.load();
  return command(request.invocation, streams);
}

test("inspect says what it opened before it reads a long log", async () => {
  const said: string[] = [];
  const inspecting = inspect(false, (text) => {
    said.push(text);
    // All that is read from now on is missing.
    truncateSync(path, 0);
  });
  await expect(inspecting).rejects.toThrow("it ends earlier than when it was opened");
  expect(said).toEqual([`${path}: a traffic file of ${REQUESTS} requests\n`]);
});

test("inspect shows on a terminal which file it opens and how many requests it read, and clears that line", async () => {
  const said: string[] = [];
  expect(await inspect(true, (text) => void said.push(text))).toBe(0);
  const erase = "\r\u001B[K";
  expect(said.slice(0, 3)).toEqual([`${erase}0/1 ${path}`, erase, `${path}: a traffic file of ${REQUESTS} requests\n`]);
  expect(said.slice(3, -2)).toEqual(
    [32, 64, 96, 128, 160, 192].map((done) => `${erase}${done}/${REQUESTS} requests`).concat(erase),
  );
  expect(said.at(-2)).toMatch(/^out: .*210 requests/);
  expect(said.at(-1)).toBe(erase);
});
