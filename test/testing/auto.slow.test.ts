import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { autoConfig, runVitest, type VitestRun, writeVitestProject } from "./vitest-project.ts";

let folder: TempFolder;
let run: VitestRun;
beforeAll(async () => {
  folder = makeTempFolder();
  writeVitestProject(folder.path, {
    "agent.js": agent,
    "scripts.test.js": scripts,
    "owners.test.js": owners,
    "concurrent.test.js": concurrent,
    "last.test.js": last,
    "late.test.js": late,
    "idle.test.js": idle,
    "idle-too.test.js": `import { test } from "vitest";\ntest("nothing is asked here, either", () => undefined);\n`,
    "skips.test.js": skips,
    "vitest.config.js": autoConfig,
  });
  run = await runVitest(folder.path);
});
afterAll(() => folder[Symbol.dispose]());

/** The words of a failed test; `passed` for a green one. */
function verdict(title: string): string {
  return run.tests.get(title) ?? "no such test";
}

describe("forkproof/vitest/auto", () => {
  test("fails a test whose agent and script do not match", () => {
    expect(verdict("sound")).toBe("passed");
    expect(verdict("swallows an unforeseen request")).toMatch(/HX544 the agent of this test.*\n.*HX411 Request 3/);
    expect(verdict("never forks")).toMatch(/HX544 the agent of this test.*\n.*HX412 Lane fork/);
    expect(verdict("fails by itself"), "its script need not be used up").not.toContain("HX544");
  });

  test("asks for the end of a shared script once its file has ended", () => {
    expect(verdict("first fork of a shared mock")).toBe("passed");
    expect(verdict("second fork of a shared mock")).toMatch(/HX544 a turn or fork of this test/);
    expect(run.files.get("owners.test.js")).toMatch(/HX544 the agent of this file[\s\S]*HX412 Lane fork\[3\]/);
  });

  test("blames a fork in the background on the test that made its mocked provider", () => {
    expect(verdict("lets its agent run")).toMatch(/HX544 a turn or fork of this test/);
    expect(verdict("asks nothing")).toBe("passed");
    expect(verdict("lets its agent run, last of the file")).toMatch(/HX544 a turn or fork of this test/);
  });

  test("fails the file for a request that an agent sends after the end of its test", () => {
    expect(verdict("lets its agent think")).toBe("passed");
    expect(verdict("waits for the agent of another test")).toBe("passed");
    expect(run.files.get("late.test.js")).toMatch(
      /HX544 a turn or fork of the test "lets its agent think", after its end/,
    );
  });

  test("gives each of two concurrent tests the verdict on its own agent", () => {
    for (const way of ["mock", "baseUrl", "tape"]) {
      expect([way, verdict(`concurrent ${way} sound`)]).toEqual([way, "passed"]);
      expect([way, verdict(`concurrent ${way} broken`)]).toEqual([
        way,
        expect.stringMatching(/of this test[\s\S]*CB301/),
      ]);
    }
  });

  test("fails the file of a test that skips itself after its agent broke a prefix", () => {
    expect(verdict("skips itself after a break")).toMatch(/skipped|pending/);
    expect(run.files.get("skips.test.js")).toMatch(
      /HX544 the test "skips itself after a break" skipped itself, and failed:[\s\S]*breaks its parent's prefix/,
    );
    expect(run.files.get("skips.test.js")).not.toContain("sound");
  });

  test("names the requests that cannot be compared at the end of a run", () => {
    expect(run.said).toContain(
      "forkproof  not compared: 4 requests of no supported wire format: POST /v1/messages/batches (1), POST /v1/sessions/**************************** (1), POST /v1beta/interactions (2)\n",
    );
  });

  test("says at the end of a run how many of its tests compared requests", () => {
    expect(run.exit).toBe(1);
    expect(run.said).toMatch(/\nforkproof {2}\d+ of \d+ tests made comparable requests\n/);
  });

  test("ends a run that compared nothing with one plain message, also one shard of a run, and excuses a selection on request", async () => {
    const bare = await runVitest(folder.path, ["idle.test.js"]);
    expect([bare.exit, bare.tests.get("nothing is asked")]).toEqual([1, "passed"]);
    expect(bare.said.match(/HX544/g)).toHaveLength(1);
    expect(bare.said.match(/fix: /g)).toHaveLength(1);
    expect(bare.said).not.toMatch(/error during close|\n\s+at |HarnessError/);
    expect(bare.said).toContain("FORKPROOF_MAY_COMPARE_NOTHING=1 vitest run FILE");
    const excused = await runVitest(folder.path, ["idle.test.js"], { FORKPROOF_MAY_COMPARE_NOTHING: "1" });
    expect([excused.exit, excused.said]).toEqual([0, expect.not.stringContaining("HX544")]);
    const shard = await runVitest(folder.path, ["idle", "--shard=1/2"]);
    expect([shard.exit, shard.said]).toEqual([1, expect.stringContaining("HX544")]);
  });
});

const agent = `import { mockProvider } from "forkproof/testing";

const TEXT = "The museum keeps a notebook for each ship that came home. ".repeat(400);
export const script = { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] };

export async function ask({ fetch = globalThis.fetch, baseUrl = "https://api.anthropic.com" }, said, extra = "") {
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const system = [{ type: "text", text: TEXT + extra, cache_control: { type: "ephemeral" } }];
  const response = await fetch(baseUrl + "/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "any", "anthropic-version": "2023-06-01" },
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, system, messages }),
  });
  return response.json();
}

export async function parentAndFork(way, extra, between = Promise.resolve()) {
  await ask(way, ["Who sailed?"]);
  await between;
  await ask(way, ["Who sailed?", "Anna did.", "Which notes hold?"], extra);
}

export const mocked = () => mockProvider({ script });
`;

const skips = `import { test } from "vitest";
import { mocked, parentAndFork } from "./agent.js";

test("skips itself after a break", async (context) => {
  await using mock = await mocked();
  await parentAndFork(mock, " More.");
  context.skip();
});
test("skips itself after a sound agent", async (context) => {
  await using mock = await mocked();
  await parentAndFork(mock);
  context.skip();
});
`;

const scripts = `import { mockProvider } from "forkproof/testing";
import { expect, test } from "vitest";
import { ask, mocked, parentAndFork, script } from "./agent.js";

test("sound", async () => {
  await using mock = await mocked();
  await parentAndFork(mock);
});
test("swallows an unforeseen request", async () => {
  await using mock = await mocked();
  await parentAndFork(mock);
  await ask(mock, ["Something else?"]);
});
test("never forks", async () => {
  await using mock = await mockProvider({ script: { ...script, parent: [{ text: "Anna did." }, { text: "Yes." }] } });
  await ask(mock, ["Who sailed?"]);
  await ask(mock, ["Who sailed?", "Anna did.", "Sure?"]);
});
test("fails by itself", async () => {
  await using mock = await mocked();
  await ask(mock, ["Who sailed?"]);
  expect(1).toBe(2);
});
`;

const owners = `import { mockProvider } from "forkproof/testing";
import { afterAll, beforeAll, describe, test } from "vitest";
import { ask, mocked, parentAndFork } from "./agent.js";

describe("a shared mock", () => {
  let mock;
  beforeAll(async () => {
    const lane = [{ text: "All hold." }];
    mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: lane, "fork[2]": lane, "fork[3]": lane } });
    await ask(mock, ["Who sailed?"]);
  });
  afterAll(() => mock.close());
  test("first fork of a shared mock", () => ask(mock, ["Who sailed?", "Anna did.", "One?"]));
  test("second fork of a shared mock", () => ask(mock, ["Who sailed?", "Anna did.", "Two?"], "You are a fork."));
});

test("lets its agent run", async () => void parentAndFork(await mocked(), "You are a fork."));
test("asks nothing", () => new Promise((resolve) => setTimeout(resolve, 20)));
`;

const last = `import { test } from "vitest";
import { mocked, parentAndFork } from "./agent.js";

test("lets its agent run, last of the file", async () => {
  const mock = await mocked();
  void parentAndFork({ baseUrl: mock.baseUrl }, "You are a fork.");
});
`;

/** A tape: of a mocked provider the missing request would be a fault at once. */
const late = `import { recordExchanges } from "forkproof/testing";
import { test } from "vitest";
import { parentAndFork } from "./agent.js";

const { promise, resolve } = Promise.withResolvers();
let done;
test("lets its agent think", async () => {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const answer = { id: "msg", type: "message", role: "assistant", model: "x", content: [{ type: "text", text: "Anna did." }], usage };
  const tape = recordExchanges({ fetch: async () => Response.json(answer) });
  done = parentAndFork(tape, "You are a fork.", promise);
});
test("waits for the agent of another test", async () => {
  resolve();
  await done;
});
`;

const concurrent = `import { recordExchanges } from "forkproof/testing";
import { test } from "vitest";
import { mocked, parentAndFork } from "./agent.js";

const ways = {
  mock: (mock) => mock,
  baseUrl: ({ baseUrl }) => ({ baseUrl }),
  tape: (mock) => recordExchanges({ fetch: mock.fetch }),
};
for (const [way, of] of Object.entries(ways))
  test.concurrent.each([["sound", ""], ["broken", "You are a fork."]])(\`concurrent \${way} %s\`, async (_, extra) => {
    await using mock = await mocked();
    await parentAndFork(of(mock), extra);
  });
`;

const idle = `import { recordExchanges } from "forkproof/testing";
import { expect, test } from "vitest";

test("nothing is asked", () => expect(1).toBe(1));
test("other wire formats", async () => {
  const tape = recordExchanges({ fetch: async () => Response.json({ id: "1" }) });
  const post = (url, body) => tape.fetch(url, { method: "POST", body: JSON.stringify(body) });
  const model = "gemini-3-pro-preview";
  await post("https://generativelanguage.googleapis.com/v1beta/interactions", { model, input: "Who?" });
  await post("https://generativelanguage.googleapis.com/v1beta/interactions", { model, previous_interaction_id: "1", input: "Why?" });
  await post("https://api.anthropic.com/v1/messages/batches", { requests: [] });
  await post("https://api.anthropic.com/v1/sessions/sk-ant-api03-aB3dE5gH7jK9mN1", { model });
  await post("https://api.anthropic.com/v1/messages/count_tokens", { model, messages: [] });
});
`;
