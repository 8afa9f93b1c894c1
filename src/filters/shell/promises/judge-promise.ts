import type { Clause } from "../reader/clause.ts";
import type { Refusal } from "../shell-rule.ts";
import type { Variables } from "../variables.ts";
import type { CommandPromise } from "./command-promise.ts";
import { judgeBashScript } from "./judge-bash-script.ts";
import { judgeLiteral } from "./judge-literal.ts";

/** Refuses what a promise does not cover; `confined` covers all that is read. */
export function judgePromise(
  promise: CommandPromise,
  source: string,
  clauses: readonly Clause[],
  variables: Variables,
): Refusal | null {
  switch (promise) {
    case "literal":
      return judgeBashScript(clauses, variables, source) ?? judgeLiteral(source, clauses);
    case "bash":
      return judgeBashScript(clauses, variables, source);
    case "confined":
      return null;
  }
}
