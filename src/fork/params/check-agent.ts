import { describeValue } from "../../wire/describe-value.ts";
import { isJsonObject, type JsonObject } from "../../wire/json-object.ts";
import { checkNames } from "./check-names.ts";
import { checkShapes, isFunction, isText } from "./check-shapes.ts";
import { ForkParamsError } from "./fork-params-error.ts";

/** Throws ForkParamsError for an agent that cannot be isolated: each field of its state needs a treatment. */
export function checkAgent(agent: JsonObject): void {
  checkShapes(agent, shapes, "agent.");
  checkNames(agent, ["id", "state", "plan"], "member of an agent", "agent.");
  const { state, plan } = agent;
  if (!isJsonObject(state) || !isJsonObject(plan)) return;
  const untreated = Object.keys(state).find((field) => !isTreatment(plan[field]));
  if (untreated === undefined) return;
  const what = `the field is in the state, and its treatment is ${describeValue(plan[untreated])}`;
  throw new ForkParamsError(`agent.plan.${untreated}`, `${what}; write shared, cloned, fresh(…) or cut(…)`);
}

const shapes = [
  {
    name: "id",
    fits: (value: unknown) => isText(value) && value !== "",
    wanted: "a text; name the agent that forks",
  },
  { name: "state", fits: isJsonObject, wanted: "an object; pass the agent's own state" },
  { name: "plan", fits: isJsonObject, wanted: "a plan; pass agentStatePlan, or a treatment for each field" },
];

function isTreatment(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { treatment, make } = value;
  return treatment === "fresh" ? isFunction(make) : ["shared", "cloned", "cut"].some((known) => known === treatment);
}
