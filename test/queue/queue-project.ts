import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import type { RunResult } from "../../harness/kernel/run-result.ts";

const parent = { source: "parent", exchange: "reading-3" };
const script = [{ text: "Done." }];

/** Writes `scenarios/` with `rows` mocked forks in one file, and one case each of failed, errored and skipped. */
export function writeQueueProject(folder: string, rows: number): void {
  mkdirSync(join(folder, "scenarios"), { recursive: true });
  cpSync("fixtures/cassettes/scripted-parent", join(folder, "scenarios/parent"), { recursive: true });
  const lines = Array.from({ length: rows }, (_, at) => JSON.stringify({ id: String(at + 1), note: `note ${at + 1}` }));
  writeFileSync(join(folder, "scenarios/rows.jsonl"), `${lines.join("\n")}\n`);
  const fork = { strategy: "pass-through", prompt: "Read ${note}.", maxTurns: 1 };
  writeCase(folder, "many", { cases: "rows.jsonl", fork, expect: { output: [{ contains: "Done" }] } });
  writeFileSync(join(folder, "scenarios/drops.mjs"), DROPS_A_TOOL);
  mkdirSync(join(folder, "shared"));
  writeFileSync(join(folder, "shared/shorten.mjs"), "export const shorten = (list) => list.slice(1);\n");
  symlinkSync("../shared/shorten.mjs", join(folder, "scenarios/shorten.mjs"));
  writeCase(folder, "failed", {
    fork: { subject: "./drops.mjs", prompt: "go" },
    expect: { verdict: "byte-identical" },
  });
  writeCase(folder, "errored", { parent: { source: "gone", exchange: "1" }, fork });
  writeCase(folder, "skipped", { skip: { reason: "not yet" }, fork });
}

/** Writes a case of its own: a mocked fork of the recorded parent, unless `members` say otherwise. */
export function writeCase(folder: string, name: string, members: object): void {
  const whole = { name, parent, provider: { script }, expect: { turns: ">= 1" }, ...members };
  writeFileSync(join(folder, `scenarios/${name}.yaml`), stringify(whole));
}

/** The report of a run as text, up to its timing. */
export function untimed(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8").split('"timing"')[0] ?? "";
}

export function resultAt(folder: string, name: string): RunResult {
  return JSON.parse(readFileSync(join(folder, name), "utf8")) as RunResult;
}

/** A relative import of a link, which travels with the file behind it. */
const DROPS_A_TOOL = `import { shorten } from "./shorten.mjs";
export default async ({ parent, baseUrl, apiKey, directive }) => {
  const { messages, tools, ...request } = JSON.parse(parent.request.toString());
  const response = await fetch(baseUrl + "/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": apiKey },
    body: JSON.stringify({ ...request, stream: false, tools: shorten(tools), messages: [...messages, { role: "user", content: directive }] }),
  });
  await response.text();
  return { output: "Done." };
};
`;
