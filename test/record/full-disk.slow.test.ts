import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { main } from "../cli/run-forkproof.ts";
import { serveUpstream } from "./serve-upstream.ts";

/** Prints the length of each answer; the third request and the fifth answer are larger than a file may be. */
const client = `
const sizes = [];
for (let at = 1; at <= 7; at += 1) {
  const content = at === 3 ? "long ".repeat(200_000) : "Question " + at;
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content }] });
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body });
  sizes.push((await response.arrayBuffer()).byteLength);
}
console.log(sizes.join(" "));
`;

test("a disk that refuses one body breaks nothing for the client, and the other exchanges are kept", async () => {
  using folder = makeTempFolder();
  writeFileSync(join(folder.path, "client.mjs"), client);
  let asked = 0;
  await using upstream = await serveUpstream((request, response) => {
    request.resume().on("end", () => {
      asked += 1;
      const text = "word ".repeat(asked === 5 ? 200_000 : 1);
      const answer = JSON.stringify({ type: "message", role: "assistant", content: [{ type: "text", text }] });
      response.writeHead(200, { "content-type": "application/json" }).end(answer);
    });
  });
  const record = [process.execPath, main, "record", "--upstream", upstream.url.href, "--out", "kept"];
  // No file may be longer than 200 blocks, whatever the disk has: writing on fails as on a full disk.
  const args = ["-c", 'ulimit -f 200; exec "$@"', "sh", ...record, "--", process.execPath, "client.mjs"];
  const { exit, out, err } = await new Promise<{ exit: number | null; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env["PATH"], TMPDIR: folder.path };
    const child = execFile("sh", args, { cwd: folder.path, env }, (_, stdout, stderr) =>
      resolve({ exit: child.exitCode, out: stdout, err: stderr }),
    );
  });
  const sizes = out.split("\n")[0]?.split(" ").map(Number);
  expect(
    sizes?.map((size) => size > 1000),
    err,
  ).toEqual([false, false, false, false, true, false, false]);
  expect(err).toContain("recorded 7 exchanges, 2 unreadable: kept");
  expect(err).toContain("unreadable: exchange 3, request body: the recording cannot be kept on disk (EFBIG)");
  expect(exit).toBe(3);
  const kept = openCassette(join(folder.path, "kept"));
  const all = kept.ids.map((id) => kept.load(id));
  expect(all.map(({ outcome }) => outcome === "unreadable")).toEqual([false, false, true, false, true, false, false]);
  expect(all[4]?.request.toString()).toContain("Question 5");
});
