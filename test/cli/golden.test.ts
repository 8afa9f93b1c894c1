import { afterAll, beforeAll, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof, transcriptOf } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  writeTraffic(folder.path);
});
afterAll(() => folder[Symbol.dispose]());

test.for([
  "",
  "--help",
  "run --help",
  "judge --help",
  "filter --help",
  "record --help",
  "gate --help",
  "init --help",
  "worker --help",
  "judge traffic.jsonl",
  "judge traffic.jsonl --parent 2 --child 3",
  "judge traffic.jsonl --parent 2 --child 4",
  "judge traffic.jsonl --parent 2 --child 4 --json",
  "judge traffic.jsonl --parent 2 --child 9",
  "judge traffic.jsonl --parent 2",
  "inspect traffic.jsonl",
  "inspect traffic.jsonl --json",
  "inspect nothing-here.jsonl --json",
  "simulate --help",
  "simulate traffic.jsonl",
  "simulate traffic.jsonl --timing delayd",
  "explain tool-remved",
  "import traffic.jsonl --out cassette",
] as const)("the printed output matches its golden file: forkproof %s", async (line) => {
  const args = line === "" ? [] : line.split(" ");
  const printed = await runForkproof(args, folder.path);
  await expect(transcriptOf(args, printed)).toMatchFileSnapshot(
    `golden/forkproof ${line}.txt`.replace(" .txt", ".txt"),
  );
});
