/** An error of the proxy itself, and the request on which it failed. */
export class RequestFault extends Error {
  readonly request: { readonly method: string; readonly path: string };
  readonly fault: unknown;

  constructor(fault: unknown, request: RequestFault["request"]) {
    super(fault instanceof Error ? fault.message : String(fault), { cause: fault });
    this.name = "RequestFault";
    this.request = request;
    this.fault = fault;
  }
}
