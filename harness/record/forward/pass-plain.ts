import { connect, Socket } from "node:net";

import type { ExchangeRecorder } from "../recorder.ts";
import { passConnection } from "../pass-connection.ts";
import type { Route } from "../route.ts";
import { addressOf, proxyCredential } from "./dial.ts";
import { headsFor } from "./forward-route.ts";
import type { Interception } from "./intercept.ts";
import { targetOf } from "./target.ts";
import { unreachableAnswer } from "./unreachable-answer.ts";

/**
 * Passes on requests that name a plain `http:` URL whole, as clients ask a proxy. Each ends its connection, since the next may be for another
 * host.
 */
export async function passPlain(
  client: Socket,
  url: URL,
  means: Interception,
  recorder: ExchangeRecorder,
): Promise<void> {
  await passConnection(client, plainRoute(url, means), recorder);
}

function plainRoute(url: URL, { network, standIn, onUnreachable }: Interception): Route {
  const target = targetOf(url);
  const address = addressOf(network, standIn === null ? target : targetOf(standIn));
  const proxy = network.front.before(address, "http");
  return {
    host: url.host,
    dial: (listen, onOpen) => {
      if (proxy?.protocol === "https:")
        return new Socket().destroy(new Error("an https: proxy is not used for http: URLs"));
      const next = proxy === null ? address : targetOf(proxy);
      const provider = connect({ ...next, noDelay: true, allowHalfOpen: true });
      let isOpen = false;
      provider.once("connect", () => {
        isOpen = true;
        onOpen();
      });
      provider.once("error", (fault) => {
        if (!isOpen) onUnreachable(target, fault);
      });
      return provider.on("data", (bytes: Buffer) => listen(bytes, () => {}));
    },
    head: (raw) => plainHead(headsFor(url.hostname, standIn)(raw), url, proxy),
    refusal: (fault) => unreachableAnswer(fault, url.host),
  };
}

/** For the provider by its path alone; for a proxy in front as it came. Either closes behind its answer. */
function plainHead(raw: Buffer, url: URL, proxy: URL | null): Buffer {
  const [start = "", ...lines] = raw.toString("latin1").trimEnd().split(/\r?\n/);
  const asked = URL.parse(start.split(" ")[1] ?? "");
  if (asked?.host !== url.host) throw new Error("one connection to the proxy asks for two hosts");
  const isUpgrade = lines.some((line) => /^upgrade:/i.test(line));
  const kept = lines.filter((line) => {
    return !/^proxy-/i.test(line) && (isUpgrade || !/^(?:connection|keep-alive):/i.test(line));
  });
  const added = [...(isUpgrade ? [] : ["connection: close"]), ...(proxy === null ? [] : proxyCredential(proxy))];
  const first = proxy === null ? start.replace(/ https?:\/\/[^/?# ]*\/?/i, " /") : start;
  return Buffer.from(`${[first, ...kept, ...added].join("\r\n")}\r\n\r\n`, "latin1");
}
