import { globSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { autoMemFilter } from "../../src/filters/auto-mem-filter.ts";
import { judgeCommand } from "../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../src/filters/shell/load-grammar.ts";
import { writeMemoryFile } from "../../src/filters/write-memory-file.ts";
import { hostileLines, hostileNames, hostileWords, hostileVariables } from "./canaries.ts";
import { readProbes, type CommandProbe } from "../src/filters/read-probes.ts";
import { addExamined, type Allowed, type Examined, examine, nothingExamined } from "./examine.ts";
import { gitCalls } from "../src/filters/shell/generate-commands.ts";
import { attacks, programs } from "./generate.ts";
import { makePlayground, plainNames, type Playground } from "./playground.ts";

export type OracleOptions = {
  /** Allowed commands to run. */
  readonly count: number;
  readonly seed: number;
  readonly onProgress?: (sofar: Examined) => void;
};

export type OracleResult = Examined & {
  readonly seed: number;
  /** Names, contents, variables and arguments with harm in them. */
  readonly canaries: number;
  /** Files that the filter let the attacker write before the commands of a batch. */
  readonly written: number;
};

const perBatch = 250;
/** Of git in a round, in the shell that guards it. */
const guardedPerRound = 60;

/** Generates commands until `count` different ones were allowed, and watches the system calls of each. */
export async function runOracle({ count, seed, onProgress }: OracleOptions): Promise<OracleResult> {
  if (count < 1) throw new Error("the oracle was asked to examine nothing");
  const judge = await loadJudge();
  const ground = makePlayground();
  let [sofar, written, round] = [nothingExamined, 0, 0];
  const seen = new Set<string>();
  try {
    while (sofar.commands < count) {
      const batch = generateAllowed(judge, seed + round * 7919, Math.min(perBatch, count - sofar.commands), seen);
      const cwd = round % 2 === 0 ? "play" : "memory";
      if (cwd === "memory") written += await writeAsAttacker(ground, seed + round, round % 4 === 1 ? ["**"] : []);
      const each = round % 8 === 7 ? "own-shell" : "subshell";
      const locale = round % 4 === 3 ? "C.UTF-8" : "C";
      const posix = round % 4 === 1;
      sofar = addExamined(sofar, await examine(ground, batch, programs, { cwd, locale, posix, each }));
      const guarded = generateGuarded(judge, seed + round, seen);
      sofar = addExamined(
        sofar,
        await examine(ground, guarded, programs, { cwd: "repo", guarded: true, locale, each: "subshell" }),
      );
      round += 1;
      onProgress?.(sofar);
    }
  } finally {
    ground.remove();
  }
  return { ...sofar, seed, written, canaries: canaryCount() };
}

type Judge = (command: string) => (Allowed & { readonly guarded: boolean }) | null;

/** The lowest promise under which a command is allowed, and whether the shell must guard it. */
async function loadJudge(): Promise<Judge> {
  const grammar = await loadGrammar();
  return (command) => {
    for (const promise of ["literal", "bash"] as const) {
      const { refusal, guarded } = judgeCommand(grammar, command, promise);
      if (refusal === null) return { command, promise, guarded: guarded !== null };
    }
    return null;
  };
}

/** The commands of all probe files that a promise allows, whatever the file says of them. */
export async function shippedCommands(): Promise<readonly Allowed[]> {
  const judge = await loadJudge();
  const files = globSync("fixtures/probes/{benign,dangerous,attacks,promises,reference}/*.jsonl");
  const commands = files.flatMap((file) =>
    readProbes(file.replace("fixtures/probes/", "")).map((probe) => (probe as CommandProbe).command),
  );
  return [...new Set(commands)].flatMap((command) => {
    const judged = command.includes("\0") ? null : judge(command);
    return judged === null || judged.guarded || /\bsleep\b/.test(command) ? [] : [judged];
  });
}

function generateAllowed(judge: Judge, seed: number, count: number, seen: Set<string>): readonly Allowed[] {
  const allowed: Allowed[] = [];
  for (let round = 0; allowed.length < count; round += 1) {
    if (round > 100) throw new Error(`the generator made only ${allowed.length} allowed commands of ${count}`);
    for (const command of fc.sample(attacks, { seed: seed * 101 + round, numRuns: 1000 })) {
      if (allowed.length >= count || seen.has(command) || command.includes("\0")) continue;
      // What waits for its time alone would take all of ours.
      const judged = /\b(?:sleep|vmstat)\b/.test(command) ? null : judge(command);
      if (judged === null || judged.guarded) continue;
      seen.add(command);
      allowed.push(judged);
    }
  }
  return allowed;
}

/** Commands of git, which run in Bash alone, since no other shell is one of `openShell`. */
function generateGuarded(judge: Judge, seed: number, seen: Set<string>): readonly Allowed[] {
  const drawn = fc.sample(gitCalls, { seed, numRuns: guardedPerRound * 5 });
  const fresh = [...new Set(drawn)].filter((command) => !seen.has(command) && judge(command)?.guarded === true);
  for (const command of fresh) seen.add(command);
  return fresh.slice(0, guardedPerRound).map((command) => ({ command, promise: "bash" }));
}

/** The first step of an attack of two: files in the memory folder, each by a call that the filter allows, also where all names are open. */
async function writeAsAttacker(ground: Playground, seed: number, writable: readonly string[]): Promise<number> {
  const memory = join(ground.folder, "memory");
  const filter = await autoMemFilter({ memoryDir: memory, writable });
  const names = fc.constantFrom(
    ...plainNames,
    ...hostileNames,
    "data.json",
    "src/a.ts",
    "p.jq",
    ".ripgreprc",
    "null.list",
    "notes/-i",
  );
  const texts = fc
    .array(fc.constantFrom(...hostileLines, ...hostileWords), { minLength: 1, maxLength: 5 })
    .map((lines) => lines.join("\n"));
  let written = 0;
  for (const [name, content] of fc.sample(fc.tuple(names, texts), { seed, numRuns: 30 })) {
    const call = { id: "1", tool: "FileWrite", input: { file_path: join(memory, name), content } };
    if ((await filter.decide(call)).decision !== "allow") continue;
    await writeMemoryFile(filter, call);
    written += 1;
  }
  return written;
}

function canaryCount(): number {
  return hostileNames.length + hostileLines.length + hostileWords.length + Object.keys(hostileVariables).length;
}
