import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main, runForkproof } from "./run-forkproof.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-bisect-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each commit of the toy agent changes its system prompt; one adds a counter of requests, which breaks the prefix. Null does not start. */
const versions = [
  "",
  " Be brief.",
  " Be kind.",
  null,
  null,
  " Be calm.",
  " Request ${turn}.",
  " Request ${turn}. Bye.",
  " Request ${turn}. Ok.",
];
const CULPRIT = 6;

const agentOf = (end: string): string => `
const messages = [];
const rules = "Answer from the notes only. ".repeat(400);
for (const turn of [1, 2, 3]) {
  messages.push({ role: "user", content: "Question " + turn });
  const system = [{ type: "text", text: \`You keep notes.${end} \${rules}\`, cache_control: { type: "ephemeral" } }];
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "none" },
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 100, system, messages }),
  });
  messages.push({ role: "assistant", content: (await response.json()).content });
}
`;

test("git bisect run with compare finds the commit that broke the cache, as harness/builds/README.md shows", async () => {
  const repository = join(folder, "agent");
  mkdirSync(repository);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], {
      cwd: repository,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"] ?? "", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    });
  git("init", "--quiet");
  writeFileSync(join(repository, "script.yaml"), "parent: [{ text: One. }, { text: Two. }, { text: Three. }]\n");
  for (const [at, end] of versions.entries()) {
    writeFileSync(join(repository, "agent.mjs"), end === null ? `throw new Error("${at}");\n` : agentOf(end));
    git("add", "--all");
    git("commit", "--quiet", "--message", `version ${at}`);
  }
  const record = ["record", "--mock", "script.yaml", "--out"];
  git("checkout", "--quiet", `HEAD~${versions.length - 1}`);
  const before = await runForkproof([...record, "../before", "--", process.execPath, "agent.mjs"], repository);
  expect(before.exit, before.err).toBe(0);
  const good = git("rev-parse", "HEAD").trim();
  git("checkout", "--quiet", "-");
  const forkproof = `'${process.execPath}' '${main}'`;
  const step = `rm -rf ../after && ${forkproof} ${record.join(" ")} ../after -- '${process.execPath}' agent.mjs || exit 125; ${forkproof} compare ../before ../after; code=$?; [ $code -le 1 ] || exit 125; exit $code`;
  git("bisect", "start", "HEAD", good);
  const told = git("bisect", "run", "sh", "-c", step);
  expect(told).toMatch(/is the first bad commit/);
  expect(git("bisect", "log")).toContain("git bisect skip");
  expect(git("show", "--no-patch", "--format=%s", "refs/bisect/bad").trim()).toBe(`version ${CULPRIT}`);
});
