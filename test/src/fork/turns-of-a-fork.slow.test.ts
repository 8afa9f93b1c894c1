import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MockScript, mockProvider } from "../../../harness/testing/index.ts";
import { makeTempFolder, type TempFolder } from "../../../harness/io/files/disk.ts";
import { runForkproof } from "../../cli/run-forkproof.ts";

/** An agent that asks once, and forks; it prints the counters of the fork's turns. */
const agent = `
import { AnthropicClient, DefaultForkSubagent, recordParent } from "${pathToFileURL(resolve("src/index.ts")).href}";
const marks = { cache_control: { type: "ephemeral" } };
const asked = recordParent();
const response = await asked.fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", {
  method: "POST",
  headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "key" },
  body: JSON.stringify({
    model: "claude-sonnet-5",
    max_tokens: 1024,
    system: [{ type: "text", text: "You keep the notes of a harbour museum. ".repeat(200), ...marks }],
    tools: [{ name: "read_page", description: "A page of the notebook.", input_schema: { type: "object" } }],
    messages: [{ role: "user", content: "Who was Anna Holm?" }],
  }),
});
await response.text();
const page = "- Anna Holm sailed to Kiel in 1873. ".repeat(400);
const handle = await new DefaultForkSubagent().fork({
  parent: asked.latest(),
  llm: new AnthropicClient({ apiKey: "key" }),
  tools: { dispatch: async ({ input }) => ({ content: JSON.stringify(input) + page, isError: false }) },
  directive: "Read your notes. ".repeat(Number(process.argv[2])),
  label: "look_up",
  maxTurns: 8,
  timeoutMs: null,
});
const { turns } = await handle.takeCompletion();
console.log("turns " + JSON.stringify(turns.map(({ usage }) => usage)));
`;

const script: MockScript = [
  { text: "Let me see." },
  ...[1, 2, 3, 4].map((page) => ({ call: { read_page: { page } } })),
  { text: "In 1873." },
];

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  writeFileSync(join(folder.path, "agent.mjs"), agent);
});
afterAll(() => folder[Symbol.dispose]());

// Counters of the provider count as reported: those of `--mock` do not.
test.each([
  ["a short task", 1],
  ["a task of 2 KB", 120],
  ["a task of 17 KB", 1000],
])(
  "a fork of five turns with %s reads in each turn what the turns before it sent, and breaks nothing",
  async (name, times) => {
    await using provider = await mockProvider({ script });
    const command = [process.execPath, "agent.mjs", String(times)];
    const out = name.replaceAll(" ", "-");
    const printed = await runForkproof(
      ["record", "--upstream", provider.baseUrl, "--fail-on-break", "--out", out, "--", ...command],
      folder.path,
    );
    expect(printed.out).toContain("passed  5 transitions compared, no break");
    expect(printed.exit).toBe(0);
    const turns = JSON.parse(/^turns (.*)$/m.exec(printed.out)?.[1] ?? "[]") as readonly {
      readonly prompt: number;
      readonly read: number;
    }[];
    expect(turns).toHaveLength(5);
    // A short task has no mark of its own, so the second turn writes it.
    const from = times > 1 ? 1 : 2;
    for (const [at, { read }] of turns.entries())
      if (at >= from) expect(read / (turns[at - 1]?.prompt ?? 0)).toBeGreaterThan(0.99);
  },
);
