import { openRecording } from "../../cassette/open-recording.ts";
import { exampleFiles, FAILING, type NewFile, PASSING } from "../../init/example-files.ts";
import { type AgentKind, findAgent, hasTests } from "../../init/find-agent.ts";
import { recordedScenario } from "../../init/recorded-scenario.ts";
import { shellWord } from "../../init/shell-word.ts";
import type { Console } from "../../io/console.ts";
import { readBytes, statKind, writeAtomically } from "../../io/files/disk.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { renderJson } from "../../report/render-json.ts";
import { inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import { type Command, valueOf } from "../command.ts";
import { usageError } from "../usage-error.ts";

/** Writes scenarios to begin with: examples for the agent of the project, or one that judges a recording. No file is replaced. */
export const initCommand: Command = async (invocation, streams) => {
  const source = valueOf(invocation, "from");
  const plan = source === null ? planExamples() : planRecorded(source);
  const kept = plan.files.filter(({ path }) => statKind(path) !== "missing").map(({ path }) => path);
  const written = plan.files.filter(({ path }) => !kept.includes(path));
  if (written.length === 0) {
    const fix = "remove or rename what you do not need, and run init again";
    throw usageError("HX529", `refusing to overwrite: ${kept.join(", ")}`, fix);
  }
  for (const { path, text } of written) writeAtomically(path, text);
  const result = { written: written.map(({ path }) => path), kept, next: plan.next.map(({ command }) => command) };
  if (invocation.options.has("json")) streams.out(renderJson({ schema: "forkproof/init@1", ...result }));
  else print(plan, result, streams);
  return 0;
};

type Plan = {
  readonly files: readonly NewFile[];
  /** What the files are made for. */
  readonly because: string;
  readonly next: readonly { readonly command: string; readonly shows: string }[];
};

function planExamples(): Plan {
  const manifest = statKind("package.json") === "missing" ? null : readBytes("package.json").toString("utf8");
  const kind = findAgent(manifest);
  return {
    files: exampleFiles(kind),
    because: NAMES[kind],
    next: [
      { command: `npx forkproof run ${PASSING}`, shows: "passes" },
      { command: `npx forkproof run ${FAILING}`, shows: "fails with CB202, and explains it" },
      hasTests(manifest)
        ? { command: "npx forkproof gate -- npm test", shows: "gates what your own tests send" }
        : { command: GATED_EXAMPLE, shows: "gates what a command sends: name your own" },
    ],
  };
}

/** In a project without tests, a gate that can be tried: the example answers from its scenario's script. */
const GATED_EXAMPLE = `npx forkproof gate --mock ${PASSING} -- node scenarios/example-agent.mjs`;

const NAMES: Readonly<Record<AgentKind, string>> = {
  "ai-sdk": "package.json names ai and @ai-sdk/anthropic: the example uses them",
  "ai-sdk-openai": "package.json names ai and @ai-sdk/openai: the example uses them",
  anthropic: "package.json names @anthropic-ai/sdk: the example uses it",
  openai: "package.json names openai: the example uses it",
  plain: "no known SDK in package.json: the example uses fetch",
};

/** @throws HarnessError HX2 for a recording that cannot be read, HX252 for one with nothing to compare */
function planRecorded(source: string): Plan {
  const recording = openRecording(source);
  const file = recordedScenario(source.replaceAll("\\", "/").replace(/\/+$/, ""), inspectRecording(recording));
  const next = [{ command: `npx forkproof run ${shellWord(file.path)}`, shows: "judges the recording" }];
  return { files: [file], because: `a scenario of the recording ${source}`, next };
}

function print(
  { because, next }: Plan,
  { written, kept }: { readonly written: readonly string[]; readonly kept: readonly string[] },
  { out }: Console,
): void {
  const width = Math.max(...next.map(({ command }) => command.length));
  const lines = [
    because,
    ...written.map((path) => `wrote ${path}`),
    ...kept.map((path) => `kept  ${path}, which exists; remove it and run init again for a new one`),
    "",
    "Go on with:",
    ...next.map(({ command, shows }) => `  ${command.padEnd(width)}  # ${shows}`),
  ];
  out(lines.map((line) => `${escapeControlChars(line)}\n`).join(""));
}
