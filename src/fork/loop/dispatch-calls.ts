import { denialBody } from "../../filters/denial-body.ts";
import type { Decision, ToolCall, ToolFilter } from "../../filters/tool-filter.ts";
import type { ToolUse } from "../../wire/stream/answer.ts";
import { deepFreeze } from "../../wire/deep-freeze.ts";
import type { ToolResult } from "../../wire/tool-result.ts";
import { parseJsonObject } from "../../wire/json-object.ts";
import { checkDecision, checkToolOutcome } from "./check-outcome.ts";
import type { RunLimits } from "./run-limits.ts";
import { withinRun, type RunContext } from "./run-context.ts";
import { messageOf, type RunLog } from "../records/run-log.ts";
import type { ToolDispatcher, ToolOutcome } from "../tool-dispatcher.ts";

export type Dispatch = {
  readonly filter: ToolFilter;
  readonly tools: ToolDispatcher;
  readonly limits: RunLimits;
  readonly log: RunLog;
  readonly context: RunContext;
};

/**
 * Decides and runs the calls of one answer, one by one in the model's order, and gives a result for each: the API wants
 * all of them in the next message. Rejects only when the run is interrupted.
 */
export async function dispatchCalls(run: Dispatch, turn: number, calls: readonly ToolUse[]): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  for (const [index, use] of calls.entries()) {
    // Gemini may leave ids out; filters, tools and records want one all the same.
    const id = use.id ?? `${use.name}#${turn}.${index + 1}`;
    const outcome = await dispatchCall(run, turn, { ...use, id });
    const kind = use.kind === undefined ? {} : { kind: use.kind };
    results.push({ toolUseId: use.id, name: use.name, ...kind, ...outcome });
  }
  return results;
}

async function dispatchCall(run: Dispatch, turn: number, use: ToolUse & { readonly id: string }): Promise<ToolOutcome> {
  const input = deepFreeze(parseJsonObject(use.input));
  const decision = input === null ? unreadable : await decide(run, { id: use.id, tool: use.name, input });
  run.log.addDecision({ turn, callId: use.id, tool: use.name, input, ...decision });
  if (input === null || decision.decision !== "allow") return denialOf(use.name, decision);
  return execute(run, { id: use.id, tool: use.name, input });
}

/** The filter's word, copied. A filter that throws, or says anything but `allow`, has denied the call. */
async function decide({ filter, limits }: Dispatch, call: ToolCall): Promise<Decision> {
  try {
    const said = await limits.race(() => filter.decide(call));
    checkDecision(said);
    const { decision, rule, reason, promise, confinement } = said;
    const shell = {
      ...(promise === undefined ? {} : { promise }),
      ...(confinement === undefined ? {} : { confinement }),
    };
    return { decision: decision === "allow" ? "allow" : "deny", rule, reason, ...shell };
  } catch (fault) {
    if (limits.interruption() !== null) throw fault;
    return { decision: "deny", rule: "filter-failed", reason: `The filter ${filter.name} failed: ${messageOf(fault)}` };
  }
}

async function execute({ tools, limits, context }: Dispatch, call: ToolCall): Promise<ToolOutcome> {
  const outcome = await attempt(limits, () => withinRun(context, () => tools.dispatch(call, limits.signal)));
  // The model reads a tool's error. A value that is not a result is a defect of the dispatcher.
  checkToolOutcome(call.tool, outcome);
  return { content: outcome.content, isError: outcome.isError };
}

async function attempt(limits: RunLimits, work: () => ToolOutcome | Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await limits.race(work);
  } catch (fault) {
    if (limits.interruption() !== null) throw fault;
    return { content: messageOf(fault), isError: true };
  }
}

const unreadable: Decision = {
  decision: "deny",
  rule: "arguments-unreadable",
  reason: "The arguments are not a JSON object. Make the call again with valid JSON.",
};

/** The error that the model reads instead of a result. Structured, so that it can distinguish a rule from a failure. */
function denialOf(tool: string, decision: Decision): ToolOutcome {
  return { content: denialBody(tool, decision), isError: true };
}
