import { decodeFilter } from "./decode-filter.ts";
import type { ForkSection, ToolStub } from "../fork-section.ts";
import { decodeSubject } from "../subjects/subjects.ts";
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
    env: fork.env ?? {},
    abortAfterMs: fork.abortAfter === undefined ? null : parseDuration(fork.abortAfter),
  };
}

function decodeStub({ name, input, returns, fails }: ToolStubFile): ToolStub {
  const result =
    fails === undefined
      ? ({ outcome: "returns", text: returns ?? "" } as const)
      : ({ outcome: "fails", text: fails } as const);
  return { name, input: input ?? null, ...result };
}
