import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { locateMemory } from "../locate-memory.ts";
import { withMemoryWrites } from "./memory-tools.ts";
import type { StubbedTools } from "./stub-tools.ts";
import type { SubjectTask } from "./subject-task.ts";

/** The scenario's own settings for the fork. */
export async function forkTask(
  scenario: ForkScenario,
  tools: StubbedTools,
): Promise<Pick<SubjectTask, "directive" | "label" | "maxTurns" | "timeoutMs" | "decide" | "callTool" | "memoryDir">> {
  const { fork, timeoutMs } = scenario;
  const filters = locateMemory(fork.filter, scenario);
  const memory = filters.find((form) => form.kind === "auto-mem");
  const memoryDir = memory?.kind === "auto-mem" ? memory.memoryDir : null;
  const decide = filters.length === 0 ? allowEveryCall : (await import("../fork-library.ts")).makeFilter(filters);
  const plain = { decide, callTool: tools.call };
  return {
    directive: fork.prompt ?? "",
    label: fork.label ?? "fork",
    maxTurns: fork.maxTurns,
    timeoutMs,
    memoryDir,
    ...(memoryDir === null ? plain : withMemoryWrites(memoryDir, plain)),
  };
}

/** Without a filter the library is not loaded: somebody else's fork may be all that the scenario runs. */
const allowEveryCall: SubjectTask["decide"] = async () => ({
  decision: "allow",
  rule: "allow-all",
  reason: "The scenario has no filter.",
});

/** @throws HarnessError HX199 for calls without a stub */
export function refuseUnmatched([first, ...others]: readonly string[], { place }: ForkScenario): void {
  if (first === undefined) return;
  throw new HarnessError({
    code: "HX199",
    what: `no stub answers the call ${first}${others.length > 0 ? `, nor ${others.length} more` : ""}`,
    where: place,
    fix: "add it to `fork.tools`, with `returns` or `fails`",
    exit: 2,
  });
}
