import type { CacheSafeParams } from "../../cache-safe/cache-safe-params.ts";
import { ForkPointError } from "../../cache-safe/fork-point-error.ts";
import { isJsonObject } from "../../wire/json-object.ts";
import type { ToolCall } from "../../filters/tool-filter.ts";
import { checkNames } from "../params/check-names.ts";
import { forkNames } from "../params/check-params.ts";
import { checkShapes, forksShape, isFunction, parentShape, type Shape } from "../params/check-shapes.ts";
import { ForkDepthError } from "../params/fork-depth-error.ts";
import type { ForkHandle } from "../fork-handle.ts";
import { ForkParamsError } from "../params/fork-params-error.ts";
import type { ForkParams } from "../params/fork-params.ts";
import type { ForkResult } from "../fork-result.ts";
import type { ForkSubagent } from "../fork-subagent.ts";
import { handedOn, type HandOn } from "../loop/handed-on.ts";
import { messageOf } from "../records/run-log.ts";
import { toTaskNotification, type TaskNotification } from "../task-notification.ts";
import type { ToolDispatcher, ToolOutcome } from "../tool-dispatcher.ts";
import { parseAgentCall, type AgentCall } from "./agent-call.ts";

export type AgentToolOptions = {
  readonly forks: ForkSubagent;
  /** The snapshot of the parent's exchange whose answer holds this call; null before there is one. */
  readonly snapshot: (call: ToolCall) => CacheSafeParams | null;
  /** Everything else that a fork runs with. Its `signal` is the agent's own: a background fork outlives the call. */
  readonly run: Omit<ForkParams, "parent" | "directive" | "label" | "mode" | "ownCall">;
  /** Called when a background fork has ended, for a later turn of the parent. */
  readonly notify: (notification: TaskNotification) => void | Promise<void>;
  /** Called with an error that `notify` throws. No caller waits for it. */
  readonly onFault: (fault: unknown) => void;
  /** Selects the part of the final text that the parent gets. Default: the strategy's own choice; append-tool-result uses `persistOnly`. */
  readonly handOn?: HandOn;
  /** True while the agent coordinates workers, as in Claude Code's coordinator mode: forks are refused then. Default: never. */
  readonly isCoordinator?: () => boolean;
  /** Runs a call for an agent type other than `fork`. Without it, such a call is an error result. */
  readonly other?: ToolDispatcher["dispatch"];
};

/** The immediate result of a call whose fork runs in the background. */
export const startedResult =
  "The fork has started and works in the background. Go on with something else; its report comes in a later message.";

/**
 * The agent tool of an agent's own loop. Without a type, or with the type `fork`, it forks the conversation it was called in;
 * in the background unless `run_in_background` is false. Every refusal is a structured error result, so that the model can
 * go on: no fault of a fork reaches its parent as an exception. Throws ForkParamsError for invalid options.
 */
export function agentTool(options: AgentToolOptions): ToolDispatcher {
  checkShapes(options, shapes);
  checkNames(options, optionNames, "option of the agent tool");
  checkNames(options.run, runNames, "parameter of a fork", "run.");
  return {
    dispatch: async (call, signal) => {
      try {
        return await answerCall(options, call, signal);
      } catch (fault) {
        return refusalOf(fault);
      }
    },
  };
}

async function answerCall(options: AgentToolOptions, call: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
  const asked = parseAgentCall(call.input);
  if (typeof asked === "string") return refusal("bad_arguments", asked);
  if (asked.type !== "fork") {
    const unknown = refusal("unknown_agent_type", `Unknown agent type ${asked.type}.`);
    return options.other === undefined ? unknown : await options.other(call, signal);
  }
  if (options.isCoordinator?.() === true) {
    return refusal("coordinator", "A coordinator does not fork itself: hand the task to another agent type.");
  }
  // JavaScript may return undefined for a missing snapshot.
  const parent = options.snapshot(call) ?? null;
  if (parent === null) return refusal("no_snapshot", "The conversation has not started, so it cannot be forked.");
  checkShapes({ parent }, [parentShape]);
  return forkFor(options, { call, asked, parent, signal });
}

const shapes: readonly Shape[] = [
  forksShape,
  { name: "snapshot", fits: isFunction, wanted: "a function; pass (call) => the snapshot of the exchange that called" },
  { name: "run", fits: isJsonObject, wanted: "an object; pass { llm, tools, maxTurns, timeoutMs }" },
  {
    name: "notify",
    fits: isFunction,
    wanted: "a function; pass (notification) => …, called when a background fork has ended",
  },
  { name: "onFault", fits: isFunction, wanted: "a function; pass (fault) => …, called with errors of notify" },
  { name: "handOn", isOptional: true, fits: isFunction, wanted: "a function; pass (text) => text" },
  {
    name: "isCoordinator",
    isOptional: true,
    fits: isFunction,
    wanted: "a function; pass () => true while it coordinates",
  },
  { name: "other", isOptional: true, fits: isFunction, wanted: "a function; pass (call, signal) => its outcome" },
];

const optionNames = shapes.map(({ name }) => name);

/** Parameters that each call decides; all other parameters are the same for every fork of the tool. */
const runNames = forkNames.filter((name) => !["parent", "directive", "label", "mode", "ownCall"].includes(name));

async function forkFor(
  { forks, run, notify, onFault, handOn }: AgentToolOptions,
  from: {
    readonly call: ToolCall;
    readonly asked: AgentCall;
    readonly parent: CacheSafeParams;
    readonly signal: AbortSignal;
  },
): Promise<ToolOutcome> {
  const { call, asked, parent, signal } = from;
  const { directive, label, inBackground } = asked;
  const mode = inBackground ? "ForkAndForget" : "Sync";
  const params: ForkParams = { ...run, parent, directive, label, mode, ownCall: ownCallOf(call, parent) };
  // A fork that the call waits for ends with the call.
  const handle = await forks.fork(inBackground ? params : { ...params, signal: joined(run.signal, signal) });
  if (!inBackground) return reportOf(handle, (result) => handedOn(result, run, handOn));
  handle
    .takeCompletion()
    ?.then((result) => notify(toTaskNotification(handedOn(result, run, handOn))))
    .catch(onFault);
  return { content: startedResult, isError: false };
}

/**
 * The call's id, or its place if the wire did not name one (Gemini): a loop like ours then makes up an id that ends in the
 * place (`Agent#1.2`), and of a single call of that name the place is plain anyway.
 */
function ownCallOf({ id, tool }: ToolCall, { continuation }: CacheSafeParams): string | number {
  const { openCalls } = continuation;
  if (openCalls.some((open) => open.id === id)) return id;
  const places = openCalls.flatMap((open, index) => (open.id === null && open.name === tool ? [index + 1] : []));
  const [only] = places;
  const place = Number(/#\d+\.(\d+)$/.exec(id)?.[1]);
  if (only !== undefined && places.length === 1) return only;
  return places.includes(place) ? place : id;
}

async function reportOf(handle: ForkHandle, shown: (result: ForkResult) => ForkResult): Promise<ToolOutcome> {
  const result = await handle.takeCompletion();
  if (result === null) throw new Error("a new handle has given its completion away");
  const { status, summary, result: text } = toTaskNotification(shown(result));
  if (status === "completed") return { content: text ?? summary, isError: false };
  return { content: text === null ? summary : `${summary}; until then it said:\n\n${text}`, isError: true };
}

function joined(one: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return one === undefined ? other : AbortSignal.any([one, other]);
}

/** An error result with a code for each kind. Errors of the agent's own parts are `agent_failed`. */
function refusalOf(fault: unknown): ToolOutcome {
  if (fault instanceof ForkDepthError) return refusal(`recursion_${fault.rule}`, fault.message);
  if (fault instanceof ForkPointError) return refusal(fault.fault, `${fault.message}. ${fault.fix}`);
  if (fault instanceof ForkParamsError) return refusal("bad_arguments", fault.message);
  return refusal("agent_failed", messageOf(fault));
}

function refusal(code: string, reason: string): ToolOutcome {
  return { content: JSON.stringify({ code, reason }), isError: true };
}
