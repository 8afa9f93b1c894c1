import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { task, writeBuild } from "./two-builds.ts";

/** The same recording, with the counters and the setting of some requests changed. */
function changed(path: string, name: string, change: (request: Line, at: number) => void): string {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const all = lines.map((line, at) => {
    const request = JSON.parse(line) as Line;
    change(request, at);
    return JSON.stringify(request);
  });
  const to = path.replace(/[^/]+$/, `${name}.jsonl`);
  writeFileSync(to, `${all.join("\n")}\n`);
  return to;
}

type Line = { body: string; response: { body: string } };

function dropUsage({ response }: Line): void {
  const { usage, ...answer } = JSON.parse(response.body) as { readonly usage: unknown };
  expect(usage).toBeDefined();
  response.body = JSON.stringify(answer);
}

const rows = (out: string): readonly string[] =>
  out.split("\n").flatMap((line) => /^[!?·] (?:unknown|ratio|cost) .*$/.exec(line)?.[0] ?? []);

test("compare counts the requests whose ratio and cost became unknown, and those of which they became known", async () => {
  using folder = makeTempFolder();
  const before = writeBuild(folder.path, "before", task(5));
  const alike = changed(before, "alike", (request, at) => [2, 3].includes(at) && dropUsage(request));
  const unlike = changed(alike, "unlike", (request) => {
    request.body = request.body.replace('"max_tokens":', '"temperature":0.5,"max_tokens":');
  });
  const silent = changed(before, "silent", dropUsage);
  const compare = async (...files: readonly string[]): Promise<readonly [number | null, readonly string[]]> => {
    const { exit, out } = await runForkproof(["compare", ...files], folder.path);
    return [exit, rows(out.replaceAll(/\n {11}/g, " "))];
  };
  const gained = ["· unknown  ratio and cost unknown -> known in 2 of 5 requests"];
  const tokens = "tokens (read, write, fresh, output)";
  expect(await compare(before, alike)).toEqual([
    0,
    [
      "? unknown  ratio and cost known -> unknown in 2 of 5 requests, not by what the client sent",
      `· unknown  ${tokens} known -> unknown in 2 of 5 requests`,
    ],
  ]);
  expect((await compare(before, alike, "--fail-on-usage"))[0]).toBe(1);
  const [exit, told] = await compare(before, unlike);
  expect([exit, told[0]?.replaceAll(/ +/g, " ")]).toEqual([
    1,
    "! unknown ratio and cost known -> unknown in 2 of 5 requests",
  ]);
  expect(await compare(alike, before)).toEqual([
    0,
    [...gained, `· unknown  ${tokens} unknown -> known in 2 of 5 requests`],
  ]);
  expect(await compare(before, silent)).toEqual([
    1,
    [
      "! unknown  ratio and cost known -> unknown in 5 of 5 requests",
      `· unknown  ${tokens} known -> unknown in 5 of 5 requests`,
    ],
  ]);
});
