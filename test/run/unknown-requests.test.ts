import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

const item = (role: string, content: string): object => ({ role, content });
const first = [item("user", "Say it. ".repeat(900))];
const turn = [...first, item("assistant", "Said."), item("user", "Again.")];

function line(seq: number, body: object): string {
  const instructions = "You say things.";
  return JSON.stringify({
    seq,
    method: "POST",
    path: "/v1/responses",
    host: "api.openai.com",
    headers: [],
    response: null,
    body: JSON.stringify({ model: "gpt-5.5", instructions, ...body }),
  });
}

test("a session with incomplete requests fails its check, and findings on first requests alone are reported", async () => {
  using folder = makeTempFolder();
  const write = (name: string, ...bodies: readonly object[]): void => {
    const lines = bodies.map((body, at) => line(at + 1, body));
    writeFileSync(join(folder.path, `${name}.jsonl`), `${lines.join("\n")}\n`);
    const scenario = `name: ${name}\nsession: { source: ${name}.jsonl }\n`;
    const findings = name === "roots" ? "CB602" : "";
    writeFileSync(join(folder.path, `${name}.yaml`), `${scenario}expect: { findings: [${findings}] }\n`);
  };
  const known = [{ input: first }, { input: turn }];
  const unknown = [{ previous_response_id: "resp_0" }, { conversation: "conv_0" }].map((more, at) => ({
    instructions: `You end ${at}.`,
    input: [item("user", "And more.")],
    ...more,
  }));
  write("whole", ...known);
  write("mixed", ...known, ...unknown);
  const alone = (name: string): object => ({
    instructions: `You are ${name}. `.repeat(900),
    input: [item("user", `I am ${name}.`)],
    prompt_cache_key: "one",
  });
  write("roots", ...["Ann", "Ben", "Cid", "Dan"].map(alone));
  const { exit, out } = await runForkproof(["run", ".", "--json"], folder.path);
  const {
    jobs,
  }: {
    jobs: readonly { scenario: string; checks: readonly Readonly<Record<"check" | "status" | "observed", string>>[] }[];
  } = JSON.parse(out);
  const told = jobs.map(({ scenario, checks }) => [
    scenario,
    ...checks.map(({ check, status }) => `${check} ${status}`),
  ]);
  expect([exit, told]).toEqual([
    1,
    [
      ["mixed", "verdict passed", "findings passed", "judged failed"],
      ["roots", "verdict failed", "findings passed"],
      ["whole", "verdict passed", "findings passed"],
    ],
  ]);
  expect(jobs[0]?.checks[2]?.observed).toMatch(
    /^2 of 4 not judged: 3 continues a response .*; 4 continues a conversation /,
  );
});
