import { directHosts, isCovered } from "./front-proxy.ts";
import type { HostList } from "./host-list.ts";

const proxyVariables = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] as const;

/** The variables by which clients find a forward proxy at `origin`. */
export function proxyClientVariables(
  origin: string,
  environment: Readonly<Record<string, string | undefined>>,
  hosts: HostList,
): Readonly<Record<string, string>> {
  const direct = ["localhost", "127.0.0.1", "::1", ...directHosts(environment)];
  // A host whose traffic is to be read must not go past the proxy.
  const kept = [...new Set(direct)]
    .filter((entry) => !hosts.patterns.some((pattern) => mayCover(entry, pattern)))
    .join(",");
  return {
    ...Object.fromEntries(proxyVariables.map((name) => [name, origin])),
    NO_PROXY: kept,
    no_proxy: kept,
    // Node's own clients read the others only on request (Node 24, "Built-in proxy support").
    NODE_USE_ENV_PROXY: "1",
  };
}

function mayCover(entry: string, pattern: string): boolean {
  const port = Number(/:(\d+)$/.exec(entry)?.[1] ?? 443);
  return isCovered({ host: pattern, port }, entry);
}
