import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import type { ForkPorts } from "../../../src/fork/loop/fork-ports.ts";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import type { ToolDispatcher } from "../../../src/fork/tool-dispatcher.ts";
import { capture } from "./parents.ts";

/** Every tool answers with its name and input. */
export const echo: ToolDispatcher = {
  dispatch: ({ tool, input }) => ({ content: `${tool} ${JSON.stringify(input)}`, isError: false }),
};

/** Runs a fork to its end; what a test does not care about has a plain value. */
export async function runFork(
  params: Partial<ForkParams> & Pick<ForkParams, "llm">,
  ports: Partial<ForkPorts> = {},
): Promise<ForkResult> {
  const handle = await new DefaultForkSubagent({ newRunId: () => "run-1", ...ports }).fork({
    parent: capture(),
    tools: echo,
    directive: "Tidy up.",
    label: "test",
    maxTurns: 5,
    timeoutMs: null,
    ...params,
  });
  const completion = handle.takeCompletion();
  if (completion === null) throw new Error("no completion");
  return completion;
}
