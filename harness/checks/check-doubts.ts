import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { CheckResult } from "../kernel/run-result.ts";
import type { FindingCode } from "../kernel/finding.ts";

/** A message names at most this many possible breaks. */
const MOST = 3;

type ParentDoubt = Pick<InspectedExchange, "parent" | "alternatives" | "suspected">;

/**
 * Fails a session in which a request has two possible parents, one of which would make it a break, or a note that may explain a read of 0.
 * The scenario can name the parent. Other sessions get no check. A scenario that expects the codes expects the break.
 */
export function checkDoubts(
  standing: ReadonlyMap<string, ParentDoubt>,
  findings: readonly FindingCode[] | null,
): readonly CheckResult[] {
  const doubted = [...standing].filter(
    ([, { suspected }]) => suspected.length > 0 && !suspected.every((code) => findings?.includes(code)),
  );
  if (doubted.length === 0) return [];
  const named = doubted.slice(0, MOST).map(([id, each]) => describe(id, each));
  const more = doubted.length > MOST ? [`and ${doubted.length - MOST} more`] : [];
  return [
    {
      check: "parents",
      status: "failed",
      expected: "no possible break",
      observed: [...named, ...more].join("; "),
      examined: { count: standing.size, what: standing.size === 1 ? "request" : "requests" },
    },
  ];
}

function describe(id: string, { parent, alternatives, suspected }: ParentDoubt): string {
  const later = alternatives.filter(({ isLater }) => isLater);
  const others = (later.length > 0 ? later : alternatives).map((each) => each.parent);
  const codes = suspected.join(", ");
  if (others.length === 0)
    return `${id} read 0, which ${codes} may explain; list the code in expect.findings if it is intended`;
  if (later.length > 0)
    return `${id} seems to ${parent === null ? "begin a conversation" : `continue ${parent}`}, but may continue ${others.join(" or ")}, which was sent later and would be ${codes}; correct the clock that dated it, or the order of the files`;
  if (parent === null)
    return `${id} seems to begin a conversation, but repeats that of ${others.join(" or ")} in one text, which would be ${codes}; set session.parentOf to { "${id}": "${others[0]}" }, or list the code in expect.findings if it is intended`;
  return `${id} seems to continue ${parent}, but may continue ${others.join(" or ")}, which would be ${codes}; set session.parentOf to { "${id}": "${others[0]}" } or { "${id}": "${parent}" }`;
}
