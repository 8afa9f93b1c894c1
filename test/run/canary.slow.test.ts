import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

/** Made up; put together so that no scanner takes it for real. */
const canary = ["AIza", "Sy0canary1canary2canary3canary4can5"].join("");
/** Of no issuer's shape: known as the value of a variable alone. */
const value = "correct/horse battery-staple";

/** The canary in every encoding that a reader undoes without a key. */
const encodings = `
const canary = ${JSON.stringify(canary)};
const value = process.env.GATEWAY_TOKEN ?? ${JSON.stringify(value)};
const forms = (text) => [
  text,
  JSON.stringify({ text: "\\n" + text }),
  JSON.stringify(JSON.stringify({ text: "\\n" + text }).replaceAll("/", "\\\\/")),
  text.replaceAll(/[^]/g, (sign) => "\\\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0")),
  ...["", "x", "xy", "xyz"].map((before) => before + Buffer.from(JSON.stringify({ text: "\\n" + text })).toString("base64")),
  Buffer.from(text).toString("base64url"),
];
export const all = [...forms(canary), ...forms(value)].join(" and ");
`;

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

/** All that a reader can decode out of a text: below escapes, and what base64 hides in any alignment. */
function decodable(text: string): string {
  const unescaped = [text];
  for (let level = 0; level < 6; level += 1) {
    const inner = (unescaped.at(-1) ?? "")
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/\\(["\\/])/g, "$1");
    unescaped.push(inner);
  }
  const runs = unescaped.flatMap((each) => each.match(/[\w+/-]{16,}/g) ?? []);
  const hidden = runs.flatMap((run) =>
    [0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), "base64").toString("latin1")),
  );
  return [...unescaped, ...hidden].join("\n");
}

test("a credential that subjects print, answer and throw in any encoding cannot be decoded from any report of a run", async () => {
  using folder = makeTempFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text);
  const body = {
    model: "claude-sonnet-4-5",
    max_tokens: 9,
    system: "Rules.",
    messages: [{ role: "user", content: "Hi." }],
  };
  write(
    "parent.jsonl",
    `${JSON.stringify({ seq: 1, method: "POST", path: "/v1/messages", headers: [], body: JSON.stringify(body) })}\n`,
  );
  for (const [name, text] of Object.entries({ encodings, prints, throws, commands })) write(`${name}.mjs`, text);
  write("prints.yaml", scenario("prints", { subject: "./prints.mjs", env: { GATEWAY_TOKEN: null } }));
  write("throws.yaml", scenario("throws", { subject: "./throws.mjs" }));
  write(
    "commands.yaml",
    scenario("commands", { command: [process.execPath, "commands.mjs"], env: { GATEWAY_TOKEN: null } }),
  );
  const files = ["json", "jsonl", "junit", "markdown", "html"].map((name) => `${name}=report.${name}`);
  const printed = await runForkproof(
    ["run", ".", "--verbose", "--reporter", "table", ...files.flatMap((each) => ["--reporter", each])],
    folder.path,
    { GATEWAY_TOKEN: value },
  );
  const reports = readdirSync(folder.path).filter((name) => name.startsWith("report."));
  reports.push("reports/latest.json");
  const told = [printed.out, printed.err, ...reports.map((name) => readFileSync(join(folder.path, name), "utf8"))];
  expect(printed.out).toContain("[a Google API key]");
  expect(printed.exit).toBe(1);
  for (const each of told) {
    expect(decodable(each)).not.toContain(canary.slice(6));
    expect(decodable(each)).not.toContain(value.slice(2));
  }
});
