/**
 * The first error. If the end of a `using` block also throws, both errors arrive as one SuppressedError, whose own message says
 * nothing. On Node 22 it is a plain Error of that name.
 */
export function firstFault(thrown: unknown): unknown {
  let fault = thrown;
  for (let depth = 0; depth < DEEPEST && isSuppressed(fault); depth += 1) fault = fault.suppressed;
  return fault;
}

/** A program under test may make errors that hold themselves. */
const DEEPEST = 100;

function isSuppressed(fault: unknown): fault is Error & { readonly suppressed: unknown } {
  return fault instanceof Error && fault.name === "SuppressedError" && "suppressed" in fault;
}

/** The message of anything thrown, and behind it what followed from it. */
export function faultText(thrown: unknown): string {
  const first = firstFault(thrown);
  const text = first instanceof Error ? first.message : String(first);
  if (first === thrown || !(thrown instanceof Error && "error" in thrown)) return text;
  return `${text} (and then: ${faultText(thrown.error)})`;
}
