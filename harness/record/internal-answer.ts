import { failedRequestMessage, failedRequest } from "../kernel/faults/failed-request.ts";

/**
 * The answer to a request on which the proxy itself failed, as bytes of a connection that ends behind it. A proxy knows no wire format,
 * so the body has the members in which the SDKs of all vendors look for an error.
 */
export function internalAnswer(fault: unknown, request: { readonly method: string; readonly path: string }): Buffer {
  const message = failedRequestMessage(failedRequest(fault, request));
  const error = { type: "api_error", message, code: 500, status: "INTERNAL" };
  const body = Buffer.from(JSON.stringify({ type: "error", error, message }));
  const head = [
    "HTTP/1.1 500 Internal Server Error",
    "content-type: application/json",
    `content-length: ${body.length}`,
    // Asked again it fails again.
    "x-should-retry: false",
    "connection: close",
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}
