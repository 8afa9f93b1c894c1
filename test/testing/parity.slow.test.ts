import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { mockProvider, recordExchanges } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { serveForkproof } from "../cli/serve-forkproof.ts";
import { autoConfig, runVitest, writeVitestProject } from "./vitest-project.ts";

expect.extend({ ...matchers });

/** What an agent and its script do, and the verdict: null for a sound agent, else the codes that each way must name. */
const CASES = {
  sound: null,
  "another temperature": null,
  "answered at the second attempt": null,
  system: ["CB301"],
  order: ["CB203"],
  tool: ["CB202"],
  history: ["CB405"],
  breakpoint: ["CB501"],
  model: ["CB101"],
  workspace: ["CB603"],
  "second fork": ["CB301"],
  "another request": ["HX411"],
  "no second fork": ["HX412"],
  "refused fork": [],
  "never answered": [],
  "only a parent": [],
} as const satisfies Readonly<Record<string, readonly string[] | null>>;
type Case = keyof typeof CASES;
const NAMES = Object.keys(CASES) as readonly Case[];

/** Each starts a process: these cases differ in more than in the bytes that are compared. */
const FOR_COMMANDS: readonly Case[] = [
  "sound",
  "model",
  "workspace",
  "second fork",
  ...NAMES.slice(NAMES.indexOf("another request")),
];

const PARENT = [{ text: "Anna did." }];
const FORK = [{ text: "All hold." }];
const SCRIPT = { parent: PARENT, fork: FORK };

const OTHER_SCRIPTS: Partial<Readonly<Record<Case, Readonly<Record<string, readonly object[]>>>>> = {
  "answered at the second attempt": { parent: PARENT, fork: [{ error: 529 }, ...FORK] },
  "second fork": { ...SCRIPT, "fork[2]": [{ text: "Anna's." }] },
  "no second fork": { ...SCRIPT, "fork[2]": [{ text: "Anna's." }] },
  "never answered": { parent: PARENT, fork: [{ error: 529 }] },
  "only a parent": { parent: PARENT },
};

function scriptOf(name: Case): Readonly<Record<string, readonly object[]>> {
  return OTHER_SCRIPTS[name] ?? SCRIPT;
}

/** The agent as a module for tests, and as a command. It swallows every error, as agents do. */
const agent = `const TEXT = "The museum keeps a notebook for each ship that came home. ".repeat(400);
const TOOLS = ["read_note", "write_note"].map((name) => ({ name, description: name, input_schema: { type: "object" } }));

async function ask({ fetch = globalThis.fetch, baseUrl = "https://api.anthropic.com" }, said, bug) {
  const system = bug === "system" ? TEXT + "You are a fork." : TEXT;
  const marked = bug === "breakpoint" ? {} : { cache_control: { type: "ephemeral" } };
  const response = await fetch(baseUrl + "/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": bug === "workspace" ? "any@b" : "any", "anthropic-version": "2023-06-01" },
    body: JSON.stringify({
      model: bug === "model" ? "claude-haiku-4-5" : "claude-sonnet-4-5",
      max_tokens: bug === "refused fork" ? undefined : 64,
      ...(bug === "another temperature" && { temperature: 0.2 }),
      tools: bug === "tool" ? TOOLS.slice(0, 1) : bug === "order" ? TOOLS.toReversed() : TOOLS,
      system: [{ type: "text", text: system, ...marked }],
      messages: said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
    }),
  });
  await response.text();
}

export async function act(way, name) {
  await ask(way, ["Who sailed to Kiel?"]);
  if (name === "only a parent") return;
  const history = name === "history" ? ["Who sailed to Kiel? (shortened)"] : ["Who sailed to Kiel?"];
  const fork = [...history, "Anna did.", "Which notes hold?"];
  await ask(way, fork, name);
  if (name === "answered at the second attempt") await ask(way, fork);
  if (name === "second fork") await ask(way, ["Who sailed to Kiel?", "Anna did.", "Whose is the ship?"], "system");
  if (name === "another request") await ask(way, ["What is the weather in Kiel?"]);
}

const name = process.argv[3];
if (process.argv[2] === "act") await act({ baseUrl: process.env.ANTHROPIC_BASE_URL }, name);
`;

type Answer = { readonly isGreen: boolean; readonly said: string };
type Agent = {
  readonly act: (way: { readonly fetch?: unknown; readonly baseUrl?: string }, name: Case) => Promise<void>;
};

let folder: TempFolder;
let act: Agent["act"];
beforeAll(async () => {
  folder = makeTempFolder();
  const files = Object.fromEntries(NAMES.map((name, at) => [`${at}.json`, JSON.stringify({ script: scriptOf(name) })]));
  writeVitestProject(folder.path, {
    "agent.mjs": agent,
    "agent.test.js": watched(),
    "vitest.config.js": autoConfig,
    ...files,
  });
  ({ act } = (await import(pathToFileURL(join(folder.path, "agent.mjs")).href)) as Agent);
});
afterAll(() => folder[Symbol.dispose]());

type Verdicts = ReadonlyMap<Case, Answer>;

/** The cases in which a way is green, although others are red. */
test.each<readonly [string, () => Promise<Verdicts>, excused: readonly Case[]]>([
  ["the matchers on a tape", () => byMatchers("tape"), []],
  ["the matchers on a mocked provider", () => byMatchers("mock"), []],
  // Most tests of an agent send one request, or expect an error: they pass, and do not count as compared.
  ["the automatic check", byVitest, ["never answered", "only a parent"]],
  ["the control endpoint", byControl, []],
  // It says in its script that the fork gets an error, and compares what the fork sent.
  ["a scenario", byRun, ["never answered"]],
  ["gate --mock", () => byCommand("gate"), []],
  ["record --mock --fail-on-break", () => byCommand("record", "--fail-on-break"), []],
])("%s: a sound agent is green, and each other one is red with its codes", async (_, answersOf, excused) => {
  const verdicts = [...(await answersOf())].map(([name, { isGreen, said }]) => {
    const wanted = excused.includes(name) ? null : CASES[name];
    const isRight = isGreen ? wanted === null : (wanted?.every((code) => said.includes(code)) ?? false);
    return [name, isRight ? "right" : `${isGreen ? "green" : "red"}: ${said}`] as const;
  });
  expect(verdicts.length).toBeGreaterThan(7);
  expect(verdicts.filter(([, verdict]) => verdict !== "right")).toEqual([]);
});

async function byMatchers(kind: "tape" | "mock"): Promise<Verdicts> {
  const found = new Map<Case, Answer>();
  for (const name of NAMES) {
    await using mock = await mockProvider({ script: scriptOf(name) });
    const tape = recordExchanges({ fetch: mock.fetch });
    await act(kind === "tape" ? tape : mock, name);
    try {
      expect(kind === "tape" ? tape : mock).toHaveNoCacheBreaks();
      found.set(name, { isGreen: true, said: "" });
    } catch (fault) {
      found.set(name, { isGreen: false, said: String(fault) });
    }
  }
  return found;
}

function watched(): string {
  const tests = NAMES.map(
    (name) => `test(${JSON.stringify(name)}, async () => {
  await using mock = await mockProvider({ script: ${JSON.stringify(scriptOf(name))} });
  await act(mock, ${JSON.stringify(name)});
});`,
  );
  return `import { mockProvider } from "forkproof/testing";\nimport { test } from "vitest";\nimport { act } from "./agent.mjs";\n${tests.join("\n")}\n`;
}

async function byVitest(): Promise<Verdicts> {
  const { tests } = await runVitest(folder.path);
  return new Map(
    NAMES.map((name) => [name, { isGreen: tests.get(name) === "passed", said: tests.get(name) ?? "no such test" }]),
  );
}

/** As the example for pytest does. */
async function byControl(): Promise<Verdicts> {
  const { baseUrl } = await serveForkproof(["--control"], folder.path);
  const found = new Map<Case, Answer>();
  for (const [at, name] of NAMES.entries()) {
    const control = `${baseUrl}/__forkproof/cases/${at}`;
    await fetch(control, { method: "POST", body: JSON.stringify(scriptOf(name)) });
    await act({ baseUrl: `${baseUrl}/case/${at}` }, name);
    const response = await fetch(`${control}/judgement`);
    const said = await response.text();
    const { incidents, faults } = JSON.parse(said) as {
      readonly incidents?: readonly object[];
      readonly faults?: readonly object[];
    };
    const isGreen = response.ok && incidents?.length === 0 && faults?.length === 0;
    found.set(name, { isGreen, said });
  }
  return found;
}

async function byRun(): Promise<Verdicts> {
  mkdirSync(join(folder.path, "scenarios"));
  for (const [at, name] of NAMES.entries()) {
    const fork = { command: [process.execPath, "../agent.mjs", "act", name], prompt: "Which notes hold?" };
    const scenario = { name, fork, provider: { script: scriptOf(name) }, expect: { findings: [] } };
    writeFileSync(join(folder.path, "scenarios", `${at}.yaml`), JSON.stringify(scenario));
  }
  const { out } = await runForkproof(["run", "scenarios", "--json"], folder.path);
  const { jobs } = JSON.parse(out) as { readonly jobs: readonly { scenario: Case; outcome: { status: string } }[] };
  return new Map(
    jobs.map((job) => [job.scenario, { isGreen: job.outcome.status === "passed", said: JSON.stringify(job) }]),
  );
}

async function byCommand(command: string, ...options: readonly string[]): Promise<Verdicts> {
  const answers = FOR_COMMANDS.map(async (name): Promise<[Case, Answer]> => {
    const at = NAMES.indexOf(name);
    const client = [process.execPath, "agent.mjs", "act", name];
    const kept = ["--out", `${command}-${at}`, ...(command === "gate" ? ["--report", `${command}-${at}.json`] : [])];
    const args = [command, "--mock", `${at}.json`, ...options, ...kept, "--", ...client];
    const { exit, out, err } = await runForkproof(args, folder.path);
    return [name, { isGreen: exit === 0, said: out + err }];
  });
  return new Map(await Promise.all(answers));
}
