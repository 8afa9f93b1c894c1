import type { ValueFault } from "../shape/fault.ts";
import { expectationTable } from "./expectation-table.ts";
import type { ForkScenario, PairScenario, SessionScenario } from "../scenario.ts";

/** Expectations that nothing in a scenario can produce, by the table of expectations and kinds. */
export function findUnproducible(scenario: PairScenario | SessionScenario | ForkScenario): readonly ValueFault[] {
  const rows = Object.values(expectationTable);
  switch (scenario.kind) {
    case "pair":
      return rows.flatMap(({ pair }) => (pair === "no member" ? [] : pair(scenario)));
    case "session":
      return rows.flatMap(({ session }) => (session === "no member" ? [] : session(scenario)));
    case "fork":
      return rows.flatMap(({ [scenario.fork.subject.kind]: fork }) => (fork === "no member" ? [] : fork(scenario)));
  }
}
