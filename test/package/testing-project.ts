import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Mistakes that teams make in the code that forks, the code of the finding that names each, and its place. */
export const BUGS = [
  ["system", "CB301", "/system/0"],
  ["order", "CB203", "/tools/0"],
  ["tool", "CB202", "/tools/1"],
  ["history", "CB405", "/messages/0/content"],
  ["breakpoint", "CB501", "the fork carries no breakpoint"],
] as const;

/** A user's project: an agent with an optional bug, and its suites. */
export function writeTestingProject(folder: string): void {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write("agent.mjs", agent);
  write("asserting.test.mjs", asserting);
  write("auto.test.mjs", watched);
  write("accepting.test.mjs", accepting);
  write("turning.test.mjs", turning);
  write("idle.test.mjs", idle);
  write("vitest.auto.mjs", autoConfig);
  write("use.ts", use);
  write("use.cts", use);
}

/** The range of Vitest that the package names, as the version that this checkout has. */
export function vitestVersion(): string {
  return `vitest@${Object(JSON.parse(readFileSync("node_modules/vitest/package.json", "utf8"))).version}`;
}

const agent = `const TEXT = "The museum keeps a notebook for each ship that came home. ".repeat(400);
const TOOLS = ["read_note", "write_note"].map((name) => ({ name, description: name, input_schema: { type: "object" } }));

async function ask(fetch, said, bug) {
  const system = bug === "system" ? TEXT + "You are a fork." : TEXT;
  const marked = bug === "breakpoint" ? {} : { cache_control: { type: "ephemeral" } };
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const response = await fetch("https://api.anthropic.com/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "any", "anthropic-version": "2023-06-01" },
    body: JSON.stringify({
      model: bug === "model" ? "claude-haiku-4-5" : "claude-sonnet-4-5",
      max_tokens: 64,
      tools: bug === "tool" ? TOOLS.slice(0, 1) : bug === "order" ? TOOLS.toReversed() : TOOLS,
      system: [{ type: "text", text: system, ...marked }],
      messages,
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).content[0].text;
}

export async function parentAndFork(fetch, bug = process.env.BUG) {
  const question = bug === "history" ? ["Who sailed to Kiel? (shortened)"] : ["Who sailed to Kiel?"];
  const answer = await ask(fetch, ["Who sailed to Kiel?"]);
  return ask(fetch, [...question, answer, "Which notes hold?"], bug);
}
`;

const asserting = `import { expect, test } from "vitest";
import "forkproof/vitest";
import { inspect, judge, mockProvider, recordExchanges } from "forkproof/testing";
import { parentAndFork } from "./agent.mjs";

test("the fork keeps its parent's prefix", async () => {
  await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] } });
  const tape = recordExchanges({ fetch: mock.fetch });
  expect(await parentAndFork(tape.fetch)).toBe("All hold.");
  const [parent, fork] = tape.exchanges;
  expect(inspect(tape).totals.requests).toBe(2);
  expect(judge({ parent, child: fork }).child.id).toBe("2");
  expect(tape).toHaveNoCacheBreaks();
  expect(fork).toShareForkPrefix(parent);
  expect(fork).toHaveFirstTurnRatio({ atLeast: 0.9 });
});
`;

const watched = `import { expect, test } from "vitest";
import { mockProvider } from "forkproof/testing";
import { parentAndFork } from "./agent.mjs";

test("the fork answers", async () => {
  await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] } });
  expect(await parentAndFork(mock.fetch)).toBe("All hold.");
});
`;

const accepting = `import { test } from "vitest";
import { mockProvider } from "forkproof/testing";
import { acceptBreaks } from "forkproof/vitest";
import { parentAndFork } from "./agent.mjs";

test("the fork has a tool fewer, on purpose", async () => {
  acceptBreaks(["CB202"]);
  await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] } });
  await parentAndFork(mock.fetch, process.env.BUG ?? "tool");
});
`;

/** One agent that asks twice. */
const turning = watched.replace('{ text: "Anna did." }], fork: [', '{ text: "Anna did." }, ');

const idle = `import { expect, test } from "vitest";

test("nothing is asked", () => expect(1).toBe(1));
`;

const autoConfig = `export default { test: { setupFiles: ["forkproof/vitest/auto"], globalSetup: ["forkproof/vitest/auto"] } };
`;

const use = `import { expect } from "vitest";
import { type CacheSafeParams, recordParent } from "forkproof";
import { acceptBreaks } from "forkproof/vitest";
import { inspect, type Inspection, judge, type Judgement, mockProvider, recordExchanges, type RunResult, type ScenarioSubject } from "forkproof/testing";

export const latest = (): CacheSafeParams | null => recordParent().latest();
export const green = ({ summary }: RunResult): boolean => summary.failed === 0;
export const subject: ScenarioSubject = async ({ parent, directive }) => ({ output: parent.request.toString() + directive });

export async function check(): Promise<Inspection> {
  await using mock = await mockProvider({ script: { fork: [{ text: "Yes." }] } });
  const tape = recordExchanges({ fetch: mock.fetch });
  const [parent, child] = tape.exchanges;
  if (parent === undefined || child === undefined) throw new Error("two requests were sent");
  const judgement: Judgement = judge({ parent, child });
  expect(judgement).toHaveFinding("CB202");
  expect(child).toShareForkPrefix(parent, { reusable: "yes" });
  // @ts-expect-error: a wrong option is an error of types, too
  expect(tape).toHaveNoCacheBreaks({ accepts: [] });
  acceptBreaks(["CB202"]);
  return inspect(tape);
}
`;
