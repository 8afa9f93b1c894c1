import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { canary, decodable, encodedCanary, encodings, value } from "../support/canary.ts";
import { filesBelow } from "../support/files-below.ts";

const prints = `
import { all } from "./encodings.mjs";
export default async () => {
  console.log(all);
  console.error(all);
  return { output: all };
};
`;

const throws = `
import { all } from "./encodings.mjs";
export default async ({ tools }) => {
  await tools.call("read", { path: all });
  throw new Error(all);
};
`;

const commands = `
import { all } from "./encodings.mjs";
console.log(all);
console.error(all);
process.exitCode = 1;
`;

const scenario = (name: string, fork: object): string =>
  JSON.stringify({
    name,
    parent: { source: "parent.jsonl", exchange: "1" },
    fork: { ...fork, prompt: "Look." },
    provider: { script: [{ text: "Yes." }] },
    expect: { output: [{ contains: "nothing like it" }] },
  });

test("a credential that subjects print, answer and throw in any encoding cannot be decoded from any report of a run", async () => {
  using folder = makeTempFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text);
  const body = {
    model: "claude-sonnet-4-5",
    max_tokens: 9,
    system: "Rules.",
    messages: [{ role: "user", content: "Hi." }],
  };
  const line = (seq: number, sent: object): string =>
    `${JSON.stringify({ seq, method: "POST", path: "/v1/messages", headers: [], body: JSON.stringify(sent) })}\n`;
  write("parent.jsonl", line(1, body));
  write("encodings.mjs", encodings);
  const leaked = { ...body, system: encodedCanary(folder.path) };
  write("pair.jsonl", line(1, leaked) + line(2, { ...leaked, messages: [{ role: "user", content: leaked.system }] }));
  const pair = {
    name: "pair",
    parent: { source: "pair.jsonl", exchange: "1" },
    fork: { recorded: { exchange: "2" } },
    expect: { verdict: "rendered-identical" },
  };
  write("pair.yaml", JSON.stringify(pair));
  for (const [name, text] of Object.entries({ prints, throws, commands })) write(`${name}.mjs`, text);
  write("prints.yaml", scenario("prints", { subject: "./prints.mjs", env: { GATEWAY_TOKEN: null } }));
  write("throws.yaml", scenario("throws", { subject: "./throws.mjs" }));
  write(
    "commands.yaml",
    scenario("commands", { command: [process.execPath, "commands.mjs"], env: { GATEWAY_TOKEN: null } }),
  );
  const files = ["json", "jsonl", "junit", "markdown", "html", "github", "minimal"].map(
    (name) => `${name}=report.${name}`,
  );
  const printed = await runForkproof(
    [
      "run",
      ".",
      "--verbose",
      "--keep-failed",
      "kept",
      "--reporter",
      "table",
      ...files.flatMap((each) => ["--reporter", each]),
    ],
    folder.path,
    { GATEWAY_TOKEN: value },
  );
  const reports = readdirSync(folder.path).filter((name) => name.startsWith("report."));
  reports.push("reports/latest.json");
  const kept = filesBelow(join(folder.path, "kept"));
  expect(kept).toContain(join(kept[0]?.split("/")[0] ?? "", "cassette.yaml"));
  reports.push(...kept.map((path) => join("kept", path)));
  const told = [printed.out, printed.err, ...reports.map((name) => readFileSync(join(folder.path, name), "utf8"))];
  expect(printed.out).toContain("[a Google API key]");
  expect(printed.exit).toBe(1);
  for (const each of told) {
    expect(decodable(each).includes(canary.slice(6))).toBe(false);
    expect(decodable(each).includes(value.slice(2))).toBe(false);
  }
});
