import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUGS } from "./testing-project.ts";

/** The client of the agent: a user's project has these, Vitest and our package. */
export const CLIENT: readonly string[] = ["ai@7.0.173", "@ai-sdk/anthropic@4.0.105"];

/** A suite of ten tests with assertions and one without, each for a sound agent ("none") and for one with each of the bugs. */
export function writeTenTests(folder: string): void {
  mkdirSync(folder);
  const files = {
    "agent.mjs": agent,
    "asserting.test.mjs": asserting,
    "auto.test.mjs": watched,
    "vitest.config.mjs": config,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

const agent = `import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, jsonSchema, tool } from "ai";

const NOTES = "The museum keeps a notebook for each ship that came home. ".repeat(400);
const inputSchema = jsonSchema({ type: "object", properties: { ship: { type: "string" } } });
const TOOLS = ["read_note", "write_note"].map((name) => [name, tool({ description: name, inputSchema })]);
const CACHED = { anthropic: { cacheControl: { type: "ephemeral" } } };

async function ask(fetch, said, bug) {
  const anthropic = createAnthropic({ apiKey: "any", fetch });
  const tools = bug === "tool" ? TOOLS.slice(0, 1) : bug === "order" ? TOOLS.toReversed() : TOOLS;
  const content = bug === "system" ? \`\${NOTES}You are a fork.\` : NOTES;
  const providerOptions = bug === "breakpoint" ? {} : CACHED;
  const turns = said.map((text, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: text }));
  const { text } = await generateText({
    model: anthropic("claude-sonnet-4-5"),
    tools: Object.fromEntries(tools),
    messages: [{ role: "system", content, providerOptions }, ...turns],
    allowSystemInMessages: true,
  });
  return text;
}

export async function parentAndFork(fetch, ship) {
  const bug = process.env.BUG;
  const question = \`Who sailed on the \${ship}?\`;
  const answer = await ask(fetch, [question]);
  return ask(fetch, [bug === "history" ? \`\${question} (shortened)\` : question, answer, "Which notes hold?"], bug);
}

export const SHIPS = ["Anna", "Berta", "Clara", "Dora", "Emma", "Frieda", "Gerda", "Hilda", "Ida", "Jutta"];
`;

const asserting = `import { describe, expect, test } from "vitest";
import "forkproof/vitest";
import { mockProvider, recordExchanges } from "forkproof/testing";
import { parentAndFork, SHIPS } from "./agent.mjs";

describe(process.env.BUG, () => {
  test.each(SHIPS)("a fork of the %s keeps its parent's prefix", async (ship) => {
    await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] } });
    const tape = recordExchanges({ fetch: mock.fetch });
    expect(await parentAndFork(tape.fetch, ship)).toBe("All hold.");
    const [parent, fork] = tape.exchanges;
    expect(fork).toShareForkPrefix(parent);
    expect(tape).toHaveNoCacheBreaks();
    expect(fork).toHaveFirstTurnRatio({ atLeast: 0.9 });
  });
});
`;

const watched = `import { describe, expect, test } from "vitest";
import { mockProvider } from "forkproof/testing";
import { parentAndFork, SHIPS } from "./agent.mjs";

describe(process.env.BUG, () => {
  test.each(SHIPS)("a fork of the %s answers", async (ship) => {
    await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] } });
    expect(await parentAndFork(mock.fetch, ship)).toBe("All hold.");
  });
});
`;

const config = `const auto = ["forkproof/vitest/auto"];
const bugs = ${JSON.stringify(["none", ...BUGS.map(([bug]) => bug)])};
export default {
  test: {
    projects: bugs.flatMap((BUG) => [
      { test: { name: \`asserting-\${BUG}\`, env: { BUG }, include: ["asserting.test.mjs"] } },
      { test: { name: \`auto-\${BUG}\`, env: { BUG }, include: ["auto.test.mjs"], setupFiles: auto, globalSetup: auto } },
    ]),
  },
};
`;
