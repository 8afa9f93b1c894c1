/** The fate of a request without a whole answer, naming host and port. */
export function describeBreak(fault: unknown, { hostname, port, protocol }: URL): string {
  const place = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const reason = causeOf(fault);
  return wasNeverSent(fault) ? `${place} cannot be reached: ${reason}` : `${place} broke off: ${reason}`;
}

/** Whether nothing of a request can have reached the provider. */
export function wasNeverSent(fault: unknown): boolean {
  return NEVER_SENT.some((code) => causeOf(fault).includes(code));
}

const NEVER_SENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "bad port", "CERT"];

/** fetch says "fetch failed" and why in its cause; a host with several addresses has one fault for each. */
function causeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const inner = fault instanceof AggregateError ? fault.errors[0] : fault.cause;
  return inner instanceof Error ? causeOf(inner) : fault.message;
}
