import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { claudeSession } from "../support/claude-session.ts";

test("a timeline by counters says that pauses and model switches are unknown where no request has a time or a model", async () => {
  const rows = async (session: string): Promise<readonly string[]> => {
    using folder = makeTempFolder();
    writeFileSync(join(folder.path, "session.jsonl"), session);
    const { out } = await runForkproof(["inspect", "session.jsonl"], folder.path, { COLUMNS: "80" });
    return out.split("\n").filter((line) => /^(idle|model|spikes) /.test(line));
  };
  const lines = claudeSession().trimEnd().split("\n");
  const bare = lines.map((line) =>
    line.replace(/"timestamp":"[^"]*",/, "").replace('"model":"claude-sonnet-4-5",', ""),
  );
  expect(await rows(lines.slice(0, 2).join("\n"))).toEqual(["idle      none", "model     none", "spikes    none"]);
  expect(await rows(bare.slice(0, 2).join("\n"))).toEqual([
    "idle      unknown: no request has a time",
    "model     unknown: no request names its model",
    "spikes    none",
  ]);
  const few = "unknown: fewer than two requests have counters";
  expect(await rows(lines.slice(0, 1).join("\n"))).toEqual([
    `idle      ${few}`,
    `model     ${few}`,
    `spikes    ${few}`,
  ]);
});
