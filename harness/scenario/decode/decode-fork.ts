import { decodeFilter } from "./decode-filter.ts";
import type { ForkSection, Subject, ToolStub } from "../fork-section.ts";
import { parseDuration } from "./parse-duration.ts";
import type { ForkFile, ToolStubFile } from "../scenario-file.ts";

export function decodeFork(fork: ForkFile): ForkSection {
  return {
    subject: decodeSubject(fork),
    label: fork.label ?? null,
    prompt: fork.prompt ?? null,
    maxTurns: fork.maxTurns ?? null,
    filter: fork.filter === undefined ? [] : decodeFilter(fork.filter),
    tools: (fork.tools ?? []).map(decodeStub),
    siblings: { start: "after-first-byte", ...(fork.siblings ?? { count: 1 }) },
    abortAfterMs: fork.abortAfter === undefined ? null : parseDuration(fork.abortAfter),
  };
}

function decodeSubject({ strategy, subject, command }: ForkFile): Subject {
  if (strategy !== undefined) return decodeStrategy(strategy);
  if (subject !== undefined) return { kind: "module", path: subject };
  if (command !== undefined) return { kind: "command", command };
  throw new Error("the schema let a fork without a subject through");
}

function decodeStrategy(strategy: NonNullable<ForkFile["strategy"]>): Subject {
  if (typeof strategy === "string") return { kind: "strategy", strategy, options: {} };
  const [named] = Object.entries(strategy);
  if (named === undefined) throw new Error("the schema let a strategy without a name through");
  return { kind: "strategy", strategy: named[0], options: named[1] };
}

function decodeStub({ name, input, returns, fails }: ToolStubFile): ToolStub {
  const result =
    fails === undefined
      ? ({ outcome: "returns", text: returns ?? "" } as const)
      : ({ outcome: "fails", text: fails } as const);
  return { name, input: input ?? null, ...result };
}
