import { reasonOf, unreachableFix } from "../unreachable.ts";

/** What a client is answered whose provider cannot be reached: it asks again by its own rules. */
export function unreachableAnswer(fault: Error, host: string): Buffer {
  const message = `HX403 ${host} cannot be reached: ${reasonOf(fault)}. This answer is forkproof's, not the provider's: ${unreachableFix(fault)}.`;
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
