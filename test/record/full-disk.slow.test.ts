import { readdirSync, writeFileSync } from "node:fs";
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

type Ended = { readonly exit: number | null; readonly out: string; readonly err: string };

/** No file may be longer than so many blocks, whatever the disk has: writing on fails as on a full disk. */
function recordWithin(
  blocks: number,
  folder: string,
  upstream: URL,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  writeFileSync(join(folder, "client.mjs"), client);
  const record = [process.execPath, main, "record", "--upstream", upstream.href, "--out", "kept"];
  const shell = `ulimit -f ${blocks}; exec "$@"`;
  const args = ["-c", shell, "sh", ...record, "--", process.execPath, "client.mjs"];
  const env = { PATH: process.env["PATH"], TMPDIR: folder, ...environment };
  return new Promise((resolve) => {
    const child = execFile("sh", args, { cwd: folder, env }, (_, out, err) =>
      resolve({ exit: child.exitCode, out, err }),
    );
  });
}

function serveAnswers(longOne: number | null): ReturnType<typeof serveUpstream> {
  let asked = 0;
  return serveUpstream((request, response) => {
    request.resume().on("end", () => {
      asked += 1;
      const text = "word ".repeat(asked === longOne ? 200_000 : 1);
      const answer = JSON.stringify({ type: "message", role: "assistant", content: [{ type: "text", text }] });
      response.writeHead(200, { "content-type": "application/json" }).end(answer);
    });
  });
}

test("a disk that refuses one body breaks nothing for the client, and the other exchanges are kept", async () => {
  using folder = makeTempFolder();
  await using upstream = await serveAnswers(5);
  const { exit, out, err } = await recordWithin(200, folder.path, upstream.url);
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

test("a disk without room for the beginning of a recording costs the client nothing, and what it takes is kept", async () => {
  using folder = makeTempFolder();
  await using upstream = await serveAnswers(null);
  // A session begins with the values that must not be written: this one is longer than a file may be.
  const environment = { SOME_API_KEY: "k7Xq".repeat(10_000) };
  const { exit, out, err } = await recordWithin(24, folder.path, upstream.url, environment);
  expect(err).toMatch(/^HX516 {2}the recording cannot be kept on disk \(EFBIG\)\n/);
  expect(err).toContain("the command runs all the same; the recording lacks what the disk refuses\n");
  expect(out.split("\n")[0]?.split(" ").map(Number)).toEqual(Array.from({ length: 7 }, () => expect.any(Number)));
  expect(err).toContain("recorded 7 exchanges, 1 unreadable: kept");
  expect(exit).toBe(3);
  expect(readdirSync(folder.path).filter((name) => name.startsWith("forkproof-"))).toEqual([]);
});
