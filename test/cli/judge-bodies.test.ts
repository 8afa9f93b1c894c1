import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

const parent = {
  model: "claude-sonnet-4-5",
  max_tokens: 99,
  system: "You read letters.",
  messages: [{ role: "user", content: "Which letters speak of the flood?" }],
};
const turn = [
  { role: "assistant", content: "Two do." },
  { role: "user", content: "Count the others." },
];
const fork = { ...parent, messages: [...parent.messages, ...turn] };

async function judge(files: Readonly<Record<string, string>>, ...options: readonly string[]): Promise<Printed> {
  using folder = makeTempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  return await runForkproof(["judge", ...Object.keys(files), ...options], folder.path);
}

test("judge takes two files with the body of one request each, the parent's first, byte for byte", async () => {
  const bodies = { "parent.json": JSON.stringify(parent), "fork.json": JSON.stringify(fork) };
  const { exit, out, err } = await judge(bodies);
  expect(err).toBe("the bodies of two requests: parent.json is the parent, fork.json the child\n");
  expect(out).toContain("request fork.json repeats all of request parent.json, byte for byte");
  expect(exit).toBe(0);

  const spaced = { ...bodies, "fork.json": JSON.stringify({ ...fork, system: "You read letters. It is 9:41." }) };
  const broken = await judge(spaced, "--json");
  expect(JSON.parse(broken.out)).toMatchObject({ verdict: "diverged", parent: { id: "parent.json" } });
  expect(broken.exit).toBe(1);
});

test("judge compares two equal bodies, and bodies of two wire formats", async () => {
  const text = JSON.stringify(parent);
  expect((await judge({ "a.json": text, "b.json": text })).out).toMatch(/^byte-identical /);
  const chat = { model: "gpt-5.1", messages: [{ role: "system", content: "You read letters." }, ...parent.messages] };
  const { exit, out } = await judge({ "a.json": text, "b.json": JSON.stringify(chat) });
  expect(out).toMatch(/^not-comparable/);
  expect(exit).toBe(2);
});

test("one body, a body with another file, and JSON that is not a request are sources like all others", async () => {
  const text = JSON.stringify(parent);
  for (const files of [{ "a.json": text }, { "a.json": text, "b.json": "{}" }, { "a.json": text, "b.json": "" }]) {
    const { exit, err } = await judge(files);
    expect(err).toMatch(/^HX201 /);
    expect(err.replaceAll(/\s+/g, " ")).toContain("forkproof judge PARENT CHILD");
    expect(exit).toBe(2);
  }
});
