import { type AskedRequest, failedRequest, failedRequestMessage } from "./failed-request.ts";

/** Headers of an answer that no wire format shapes. */
export const INTERNAL_HEADERS = {
  "content-type": "application/json",
  // A retry would fail again.
  "x-should-retry": "false",
  connection: "close",
} as const;

/**
 * The body of the answer to a request on which forkproof itself failed, without a wire format: it has the members in which the SDKs of all
 * vendors look for an error.
 */
export function internalErrorBody(fault: unknown, asked: AskedRequest): Buffer {
  const message = failedRequestMessage(failedRequest(fault, asked));
  const error = { type: "api_error", message, code: 500, status: "INTERNAL" };
  return Buffer.from(JSON.stringify({ type: "error", error, message }));
}

/** That answer as bytes of a connection that ends behind it. */
export function internalAnswer(fault: unknown, asked: AskedRequest): Buffer {
  const body = internalErrorBody(fault, asked);
  const headers = Object.entries({ ...INTERNAL_HEADERS, "content-length": body.length });
  const head = ["HTTP/1.1 500 Internal Server Error", ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}
