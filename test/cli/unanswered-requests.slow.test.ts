import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { readRunResult } from "../../harness/report/read-run-result.ts";
import { parentBody } from "../mock/anthropic-body.ts";
import { serveUpstream } from "../record/serve-upstream.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

/** Sends a request and its continuation, whatever becomes of them. */
const client = `
const first = ${JSON.stringify(parentBody)};
const [said] = first.messages;
const turns = [said, { role: "assistant", content: "Three." }, { role: "user", content: "And tomorrow?" }];
for (const body of [first, { ...first, messages: turns }]) {
  const sent = { method: "POST", headers: { "anthropic-version": "2023-06-01" }, body: JSON.stringify(body) };
  await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", sent).then((answer) => answer.text(), () => {});
}
`;

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeFileSync(join(folder.path, "client.mjs"), client);
});
afterEach(() => folder[Symbol.dispose]());

const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);

function run(command: "gate" | "record", upstream: string, ...options: readonly string[]): Promise<Printed> {
  const to = ["--upstream", upstream, ...options, "--", process.execPath, "client.mjs"];
  return runForkproof([command, ...to], folder.path);
}

/** No server listens there. */
async function closedUrl(): Promise<string> {
  await using server = await serveUpstream(() => {});
  return server.url.href;
}

function refusingTheSecond(): ReturnType<typeof serveUpstream> {
  let requests = 0;
  return serveUpstream((request, response) => {
    requests += 1;
    response.setHeader("content-type", "application/json");
    if (requests === 2) response.writeHead(529);
    request.resume().on("end", () => response.end('{"type":"message","content":[{"type":"text","text":"Three."}]}'));
  });
}

test("gate and record --fail-on-break fail on a prefix that holds if no request reached the provider", async () => {
  const upstream = await closedUrl();
  const gated = await run("gate", upstream);
  expect(gated.exit, gated.err).toBe(1);
  expect(lastLine(gated.out)).toContain("all 2 requests did not reach the provider");
  const { jobs } = readRunResult(readFileSync(join(folder.path, "reports/gate.json"), "utf8"), "gate.json");
  expect(jobs.find(({ id }) => id === "gate")?.checks).toContainEqual(
    expect.objectContaining({ check: "answers", status: "failed" }),
  );
  const recorded = await run("record", upstream, "--fail-on-break", "--out", "kept");
  expect(recorded.exit, recorded.err).toBe(1);
  expect(recorded.out).toContain("All 2 requests did not reach the\nprovider.");
  expect(recorded.out).toContain(
    "● 1: root, claude-sonnet-4-6, anthropic-messages\n│   the request did not reach the provider\n",
  );
  expect(lastLine(recorded.out)).toBe("failed  all 2 requests did not reach the provider");
});

test("gate names the number of requests that the provider refused, and passes by those that were sent again", async () => {
  const again = client.replace(
    "for (const body of [first,",
    "for (const body of [first, { ...first, messages: turns },",
  );
  writeFileSync(join(folder.path, "client.mjs"), again);
  await using upstream = await refusingTheSecond();
  const gated = await run("gate", upstream.url.href);
  expect(gated.exit, gated.out).toBe(0);
  expect(lastLine(gated.out)).toMatch(
    /^passed {2}1 pair compared .*; 1 of 3 requests was answered with an error \(529\)$/,
  );
});

test("gate fails if the provider refused the only request that continues another", async () => {
  await using upstream = await refusingTheSecond();
  const gated = await run("gate", upstream.url.href);
  expect([gated.exit, lastLine(gated.out)]).toEqual([1, expect.stringMatching(/^failed .*answered/)]);
});
