import type { MockProvider } from "../mock-provider.ts";
import { refuseRequest } from "./refuse-request.ts";

/** A page in a browser can send requests here under a host name of its own (DNS rebinding). */
export function onlyLoopbackHosts(provider: Pick<MockProvider, "answer">): Pick<MockProvider, "answer"> {
  return {
    answer: async (request, sink, signal) => {
      if (isLoopbackHost(request.host)) return provider.answer(request, sink, signal);
      const message = `HX546 the Host header ${JSON.stringify(request.host)} is not of this machine; ask 127.0.0.1 or localhost`;
      return refuseRequest(request, { status: 403, message, id: "req_other_host" }, sink);
    },
  };
}

function isLoopbackHost(host: string | null): boolean {
  return host !== null && /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i.test(host);
}
