import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runForkproof } from "../../cli/run-forkproof.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import { canary, decodable, encodedCanary, encodings, value } from "../../support/canary.ts";
import { filesBelow } from "../../support/files-below.ts";
import { evalCase } from "./eval-case.ts";
import { playEvals } from "./eval-provider.ts";
import { KEY } from "./run-live.ts";

test("a credential that a fork sends in any encoding cannot be decoded from the transcripts of a run", async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write("encodings.mjs", encodings);
  const leaked = encodedCanary(folder);
  const body = { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi." }] };
  const request = { seq: 1, method: "POST", path: "/v1/messages", headers: [], body: JSON.stringify(body) };
  write("parent.jsonl", `${JSON.stringify(request)}\n`);
  const scenario = evalCase({ prompt: ["PROMPT v1;"] }, { parent: { source: "parent.jsonl", exchange: "1" } });
  write("live.yaml", JSON.stringify(scenario).replace('"${prompt}"', JSON.stringify(`\${prompt} ${leaked}`)));
  await using provider = await playEvals({});
  const options = ["--live", "--transcripts", "kept", "--base-url", provider.baseUrl];
  const environment = { ANTHROPIC_API_KEY: KEY, GATEWAY_TOKEN: value };
  const printed = await runForkproof(["run", "live.yaml", ...options], folder, environment);
  expect(printed.exit, printed.out + printed.err).toBe(0);
  // It did cross the wire.
  expect(provider.forks.map(String).join("\n")).toContain(canary);

  const kept = filesBelow(join(folder, "kept")).map((name) => join("kept", name));
  expect(kept.filter((name) => name.endsWith(".request.json")).length).toBeGreaterThan(1);
  for (const name of [...kept, "reports/latest.json"]) {
    const text = decodable(readFileSync(join(folder, name), "latin1"));
    expect([name, text.includes(canary.slice(6)), text.includes(value.slice(2))]).toEqual([name, false, false]);
  }
});
