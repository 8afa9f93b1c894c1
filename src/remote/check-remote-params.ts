import { ForkParamsError } from "../fork/params/fork-params-error.ts";
import type { ForkParams } from "../fork/params/fork-params.ts";
import { definitionOf } from "./defined-filter.ts";
import { checkSentAgent } from "./sent-agent.ts";

/** Throws ForkParamsError for a parameter that cannot leave its process. */
export function checkRemoteParams({ filter, agent }: Pick<ForkParams, "filter" | "agent">): void {
  if (filter !== undefined && definitionOf(filter) === null) {
    const fix = "write definedFilter({ allowTools: […] }), or put it into the role that serveForks gets";
    throw new ForkParamsError("filter", `it holds code, which cannot leave its process; ${fix}`);
  }
  if (agent !== undefined) checkSentAgent(agent);
}
