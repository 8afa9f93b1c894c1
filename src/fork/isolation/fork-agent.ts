import { ForkParamsError } from "../params/fork-params-error.ts";
import { isolate, type ForkIdentity, type IsolationPlan } from "./isolate.ts";

/** The agent that forks: its own state, and how a fork gets each field of it. */
export type ParentAgent<State extends object = object> = {
  readonly id: string;
  readonly state: State;
  readonly plan: IsolationPlan<State>;
};

/** The agent of a fork, with a state of its own. */
export type ForkAgent<State extends object = object> = {
  readonly id: string;
  readonly parentId: string;
  readonly state: State;
};

/** Isolates the state by the plan. Throws ForkParamsError for a field that the plan cannot treat. */
export function isolateAgent<State extends object>(
  { id: parentId, state, plan }: ParentAgent<State>,
  fork: ForkIdentity,
): ForkAgent<State> {
  try {
    return { id: fork.id, parentId, state: isolate(state, plan, fork) };
  } catch (fault) {
    const what = fault instanceof Error ? fault.message : String(fault);
    throw new ForkParamsError("agent.plan", `the state cannot be isolated: ${what}`);
  }
}
