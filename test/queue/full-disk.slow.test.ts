import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { writeQueueProject } from "./queue-project.ts";

const hasDisks = spawnSync("bwrap", ["--dev-bind", "/", "/", "--tmpfs", "/mnt", "true"]).status === 0;
if (!hasDisks) console.warn("NOT RUN: no bwrap that may mount a file system here (Debian: apt-get install bubblewrap)");

test.skipIf(!hasNatsServer || !hasDisks)("a run ends with what to look at if the server's disk is full", async () => {
  // Without its own limit the server writes until the file system takes no more.
  await using server = await startNatsServer({ diskBytes: 3_000_000, config: "jetstream { max_file_store: 1GB }" });
  const folder = temporaryFolder();
  writeQueueProject(folder, 2);
  writeFileSync(join(folder, "scenarios/parent/large.bin"), randomBytes(6_000_000));
  const run = await runForkproof(["run", "scenarios/many.yaml", "--queue", server.url], folder);
  expect(run).toMatchObject({ exit: 3, err: expect.stringMatching(/HX437[^]*disk/) });
});
