/** What a client is answered whose provider cannot be reached: it asks again by its own rules. */
export function unreachableAnswer(fault: Error, host: string): Buffer {
  const message = `HX403 ${host} cannot be reached: ${reasonOf(fault)}. This answer is forkproof's, not the provider's: check the network, and HTTPS_PROXY if a proxy is needed.`;
  // Members in which the SDKs of all vendors look for an error.
  const error = { type: "api_error", message, code: 502, status: "UNAVAILABLE" };
  const body = Buffer.from(JSON.stringify({ type: "error", error, message }));
  const head = [
    "HTTP/1.1 502 Bad Gateway",
    "content-type: application/json",
    `content-length: ${body.length}`,
    "connection: close",
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), body]);
}

export function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const first = fault instanceof AggregateError ? fault.errors[0] : null;
  if (first instanceof Error) return reasonOf(first);
  // OpenSSL's own words, without its place in the source.
  if ("reason" in fault && typeof fault.reason === "string") return fault.reason;
  return fault.message === "" ? fault.name : fault.message;
}
