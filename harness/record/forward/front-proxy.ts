import { isLoopback } from "../../kernel/is-loopback.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Target } from "./target.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that this machine needs to reach others, as its environment names it. */
export type FrontProxy = {
  /** The proxy for a target; null if it is reached directly. */
  readonly before: (target: Target, scheme: "http" | "https") => URL | null;
};

const variables = {
  https: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
  http: ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
} as const;

/** @throws HarnessError HX508 for a proxy that is not reached over HTTP */
export function frontProxy(environment: Environment): FrontProxy {
  const [http, https] = [proxyOf(environment, "http"), proxyOf(environment, "https")];
  const direct = directHosts(environment);
  return {
    before: (target, scheme) => {
      if (isLoopback(target.host) || direct.some((entry) => isCovered(target, entry))) return null;
      return scheme === "http" ? http : https;
    },
  };
}

/** What is reached without a proxy: the entries of NO_PROXY. */
export function directHosts(environment: Environment): readonly string[] {
  const list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? "";
  return list.split(/[\s,]+/).filter((entry) => entry !== "");
}

/** Whether an entry of NO_PROXY names a host: `*`, a name with all below it, or either with a port. */
export function isCovered({ host, port }: Target, entry: string): boolean {
  if (entry === "*") return true;
  const [, name = entry, onPort] = /^(.+?)(?::(\d+))?$/.exec(entry.includes("::") ? entry : entry.toLowerCase()) ?? [];
  if (onPort !== undefined && Number(onPort) !== port) return false;
  const bare = name.replace(/^\*?\./, "");
  return host.toLowerCase() === bare || host.toLowerCase().endsWith(`.${bare}`);
}

function proxyOf(environment: Environment, scheme: "http" | "https"): URL | null {
  const name = variables[scheme].find((each) => (environment[each] ?? "") !== "");
  const text = name === undefined ? "" : (environment[name] ?? "");
  if (name === undefined || text === "") return null;
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  // Not shown: it may hold a password.
  const isSocks = url?.protocol.startsWith("socks") === true;
  const what = isSocks ? `${name} names a SOCKS proxy, which is not supported` : `${name} does not name an HTTP proxy`;
  const fix = "give an HTTP proxy such as http://proxy.example:3128, or unset the variable for this run";
  throw new HarnessError({ code: "HX508", what, where: name, fix, exit: 2 });
}
