import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Warning } from "../../kernel/run-result.ts";
import { undeclaredTools } from "../../scenario/expectations/evals/undeclared-tools.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { readOrFault } from "../../verdict/read-request.ts";
import { declaredToolNames } from "../../wires/shared/layout/declared-tool-names.ts";

/** The tools that some requests declare; null if one of them does not list all. */
export function toolsDeclaredIn(requests: readonly Exchange[]): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const exchange of requests) {
    const request = readOrFault(exchange, null, true);
    if (request === null || request instanceof HarnessError) continue;
    const declared = declaredToolNames(request.layout);
    if (declared === null) return null;
    for (const name of declared) names.add(name);
  }
  return names;
}

/** Warns of a filter and of stubs that name a tool in another spelling than the requests: they deny or answer nothing. */
export function warnOfStrayTools(
  { fork }: Pick<ForkScenario, "fork">,
  declared: () => ReadonlySet<string> | null,
): readonly Warning[] {
  const allowed = fork.filter.flatMap((form) => (form.kind === "allow-tools" ? form.tools : []));
  return [
    ...warnOf("fork.filter allows", allowed, declared),
    ...warnOf(
      "fork.tools answers",
      fork.tools.map(({ name }) => name),
      declared,
    ),
  ];
}

/** A name that resembles no declared one may belong to a list that other agents share. */
function warnOf(
  what: string,
  names: readonly string[],
  declared: () => ReadonlySet<string> | null,
): readonly Warning[] {
  if (names.length === 0) return [];
  return undeclaredTools([...new Set(names)], declared()).flatMap(({ name, near }) =>
    near === null
      ? []
      : [{ code: "TOOL", message: `${what} ${name}, which no request declares as a tool; did you mean ${near}?` }],
  );
}
