import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { autoConfig, runVitest, type VitestRun, writeVitestProject } from "./vitest-project.ts";

/** What a fork does with its parent's prompt, and the code that the check must name; null for a sound fork. */
const FORKS = {
  sound: null,
  system: "CB301",
  tool: "CB202",
  "first question": "CB405",
  "first answer": "CB405",
  "last question": "CB405",
  "another last question": "CB405",
  "begins late": "CB401",
  "without a turn": "CB405",
} as const;
/** Which tape or mocked provider each of three requests is sent through: two turns and a fork. */
const SPLITS = ["one tape", "fork apart", "turn apart", "each apart", "parent in a hook"] as const;

let folder: TempFolder;
let run: VitestRun;
beforeAll(async () => {
  folder = makeTempFolder();
  cpSync("harness", join(folder.path, "copy", "harness"), { recursive: true });
  writeVitestProject(folder.path, {
    "agent.js": agent,
    "split.test.js": split,
    "again.test.js": again,
    "copy.test.js": copy,
    "vitest.config.js": autoConfig,
  });
  run = await runVitest(folder.path);
});
afterAll(() => folder[Symbol.dispose]());

/** The words of a failed test; `passed` for a green one. */
function verdict(title: string): string {
  return run.tests.get(title) ?? "no such test";
}

/** The first line of HX544 with the named codes that it shows. */
function seen(title: string, code: string | null): string {
  const words = verdict(title);
  return code !== null && words.includes("HX544 a turn or fork of this test") && words.includes(code) ? code : words;
}

test("the automatic check gives requests the same verdict on one tape and on several", () => {
  for (const [bug, code] of Object.entries(FORKS)) {
    const verdicts = SPLITS.map((way) => [way, seen(`${bug} with ${way}`, code)]);
    expect(verdicts, bug).toEqual(SPLITS.map((way) => [way, code ?? "passed"]));
  }
});

test("the automatic check keeps apart agents whose tapes only share a prompt", () => {
  expect(verdict("two agents with a tape each")).toBe("passed");
  expect(verdict("one agent on two mocked providers")).toBe("passed");
});

test("the automatic check fails a fork that asked another cache of the mocked provider", () => {
  expect(verdict("fork under another key")).toMatch(/of this test keeps its parent's prefix, [\s\S]*CB603/);
  expect(verdict("fork at another mocked provider")).toMatch(/of this test may break [\s\S]*CB603/);
});

test("the automatic check says that a tape of the process did not see every request", () => {
  expect(verdict("stands in for fetch after its tape began")).toMatch(
    /HX544 the tape of this test.*\n.*HX543 globalThis/,
  );
});

test("a test that runs again counts once", () => {
  const total = run.tests.size;
  const counted = /\nforkproof {2}(\d+) of (\d+) tests/.exec(run.said) ?? [];
  expect(verdict("runs again")).toBe("passed");
  expect(Number(counted[2])).toBe(total);
  expect(Number(counted[1])).toBeLessThan(total);
});

test("a failure of the automatic check is printed with its message alone", () => {
  expect(run.said).toContain("HX544");
  expect(run.said).not.toMatch(/Serialized Error|\u276f .*check-span|at checkSpan|watch-tests/);
});

test("the automatic check sees the tapes of a second copy of the package", () => {
  expect(verdict("broken fork on a tape of a copy")).toMatch(/of this test breaks[\s\S]*CB301/);
});

test("matchers over what another copy of forkproof keeps name both copies", () => {
  const [own, other] = [resolve("harness/testing"), join(folder.path, "copy/harness/testing")];
  const matchers = ["toHaveNoCacheBreaks", "toHaveFinding", "toHaveFirstTurnRatio", "toShareForkPrefix"];
  const words = matchers.map((name) => `HX541 ${name} cannot read what another copy of forkproof keeps`);
  expect(run.said).toContain(
    words.map((each) => `${each}: the matcher is from ${own}, the tape from ${other}`).join("\n"),
  );
});

const copy = `import { expect, test } from "vitest";
import "forkproof/vitest";
import { ask, fake, FIRST, SECOND } from "./agent.js";

async function copied(bug) {
  const { recordExchanges } = await import("./copy/harness/testing/index.ts");
  const tape = recordExchanges({ fetch: fake });
  await ask(tape.fetch, FIRST);
  await ask(tape.fetch, SECOND, bug);
  return tape;
}

function messageOf(asserts) {
  try {
    return asserts();
  } catch (fault) {
    return fault.message.split("\\n")[0];
  }
}

test("broken fork on a tape of a copy", () => copied("system"));
test("matchers on a tape of a copy", async () => {
  const tape = await copied();
  const [first, second] = tape.exchanges;
  const asserts = [
    () => expect(tape).toHaveNoCacheBreaks(),
    () => expect(tape.exchanges).toHaveFinding("CB202"),
    () => expect(second).toHaveFirstTurnRatio({ atLeast: 0.5 }),
    () => expect(second).toShareForkPrefix(first),
  ];
  console.log(asserts.map(messageOf).join("\\n"));
});
`;

const again = `import { recordExchanges } from "forkproof/testing";
import { test, vi } from "vitest";
import { ask, fake, FIRST, SECOND } from "./agent.js";

test("stands in for fetch after its tape began", async () => {
  using tape = recordExchanges.global();
  vi.stubGlobal("fetch", fake);
  await ask(fetch, FIRST);
  await ask(fetch, SECOND, "system");
  tape.stop();
  vi.unstubAllGlobals();
});

test("runs again", { repeats: 2 }, () => undefined);
let runs = 0;
test("is retried", { retry: 2 }, () => {
  runs += 1;
  if (runs < 3) throw new Error("not yet");
});
`;

const agent = `const TEXT = "The museum keeps a notebook for each ship that came home. ".repeat(400);
const TOOLS = ["read_note", "write_note"].map((name) => ({ name, description: name, input_schema: { type: "object" } }));

export async function ask(fetch, said, bug, key = "any") {
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const system = [{ type: "text", text: bug === "system" ? TEXT + "You are a fork." : TEXT, cache_control: { type: "ephemeral" } }];
  const tools = bug === "tool" ? TOOLS.slice(0, 1) : TOOLS;
  const response = await fetch("https://api.anthropic.com/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, "anthropic-version": "2023-06-01" },
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, tools, system, messages }),
  });
  return (await response.json()).content[0].text;
}

export const FIRST = ["Who sailed to Kiel?"];
export const SECOND = [...FIRST, "Anna did.", "When?"];
export const fork = (bug) => {
  const said = [...SECOND, "In the autumn.", "Which notes hold?"];
  if (bug === "first question") said[0] += " (shortened)";
  if (bug === "first answer") said[1] = "Anna.";
  if (bug === "last question") said[2] += " (shortened)";
  if (bug === "another last question") said[2] = "Tell me.";
  if (bug === "without a turn") said.splice(2, 2);
  return bug === "begins late" ? said.slice(2) : said;
};

/** A provider that reports no tokens. */
export const fake = async (_, { body }) => {
  const text = JSON.parse(body).messages.length === 1 ? "Anna did." : "In the autumn.";
  return Response.json({ type: "message", role: "assistant", content: [{ type: "text", text }], stop_reason: "end_turn" });
};
`;

const split = `import { mockProvider, recordExchanges } from "forkproof/testing";
import { beforeAll, describe, test } from "vitest";
import { ask, fake, FIRST, fork, SECOND } from "./agent.js";

const tape = () => recordExchanges({ fetch: fake }).fetch;
const ways = {
  "one tape": () => Array(3).fill(tape()),
  "fork apart": () => { const own = tape(); return [own, own, tape()]; },
  "turn apart": () => { const own = tape(); return [own, tape(), own]; },
  "each apart": () => [tape(), tape(), tape()],
};
const bugs = ${JSON.stringify(Object.keys(FORKS))};
for (const bug of bugs)
  for (const [way, open] of Object.entries(ways))
    test(bug + " with " + way, async () => {
      const [first, second, third] = open();
      await ask(first, FIRST);
      await ask(second, SECOND);
      await ask(third, fork(bug), bug);
    });

describe("hooks", () => {
  beforeAll(async () => {
    const own = tape();
    await ask(own, FIRST);
    await ask(own, SECOND);
  });
  test.each(bugs)("%s with parent in a hook", (bug) => ask(tape(), fork(bug), bug));
});

test("fork under another key", async () => {
  await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: [{ text: "Yes." }] } });
  await ask(mock.fetch, FIRST);
  await ask(mock.fetch, SECOND, "sound", "any@other");
});
test("fork at another mocked provider", async () => {
  const script = { parent: [{ text: "Anna did." }] };
  await using mock = await mockProvider({ script });
  await using other = await mockProvider({ script });
  await ask(mock.fetch, FIRST);
  await ask(other.fetch, SECOND);
});
test("two agents with a tape each", async () => {
  await ask(tape(), FIRST);
  await ask(tape(), FIRST, "system");
});
test("one agent on two mocked providers", async () => {
  for (const bug of ["sound", "system"]) {
    await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }, { text: "Anna did." }] } });
    await ask(mock.fetch, FIRST, bug);
    await ask(mock.fetch, SECOND, bug);
  }
});
`;
