import type { FailedRequestListener } from "../../kernel/faults/failed-request.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { onlyLoopbackHosts } from "../../mock/serve/loopback-hosts.ts";
import { serveLoopback } from "../../mock/serve/via-loopback.ts";
import { ControlCases, type ControlOptions } from "./control-cases.ts";

export type ServeCasesOptions = ControlOptions & {
  /** 0 for any free one. */
  readonly port: number;
  readonly onFailedRequest: FailedRequestListener;
};

export type ServedCases = {
  /** One line of JSON for stdout: `{"baseUrl":"http://127.0.0.1:…"}`. */
  readonly line: string;
  /** Stops serving; answers with what the scripts did not foresee or were not asked for. */
  readonly close: () => Promise<readonly MockFault[]>;
};

/**
 * Serves the cases of a test suite on loopback. A request for another host is refused.
 *
 * @throws HarnessError HX401 and HX402 for the port
 */
export async function serveCases({ port, onFailedRequest, ...options }: ServeCasesOptions): Promise<ServedCases> {
  const cases = new ControlCases(options);
  const server = await serveLoopback(onlyLoopbackHosts(cases), port, onFailedRequest);
  return {
    line: JSON.stringify({ baseUrl: server.baseUrl }),
    close: async () => {
      await server.close();
      return [...cases.faults(), ...(options.usual?.finish() ?? [])];
    },
  };
}
