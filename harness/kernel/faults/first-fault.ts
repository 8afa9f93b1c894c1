/**
 * What went wrong first. When the end of a `using` block throws as well, both faults arrive as one SuppressedError, whose own message
 * says nothing; on Node 22 it is a plain Error of that name.
 */
export function firstFault(thrown: unknown): unknown {
  let fault = thrown;
  while (fault instanceof Error && fault.name === "SuppressedError" && "suppressed" in fault) fault = fault.suppressed;
  return fault;
}

/** The message of anything thrown, and behind it what followed from it. */
export function faultText(thrown: unknown): string {
  const first = firstFault(thrown);
  const text = first instanceof Error ? first.message : String(first);
  if (first === thrown || !(thrown instanceof Error && "error" in thrown)) return text;
  return `${text} (and then: ${faultText(thrown.error)})`;
}
