import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { largeRecording } from "../page/large-recording.ts";

test("the list of incidents says for how many requests no answer is recorded", async () => {
  using folder = makeTempFolder();
  writeFileSync(join(folder.path, "log.jsonl"), `${[...largeRecording(30)].join("\n")}\n`);
  const { out } = await runForkproof(["inspect", "log.jsonl"], folder.path, { COLUMNS: "80" });
  expect(out).toContain("\nusage    unknown: no answer recorded for 30 requests\n");
  expect(out).toContain("\nno incidents in 27 compared requests\n");
});
