import { providers } from "../../providers/list.ts";

/** Hosts whose traffic is read, each a name, or a pattern in which `*` stands for any characters. */
export type HostList = { readonly patterns: readonly string[]; readonly has: (host: string) => boolean };

export function hostList(added: readonly string[]): HostList {
  const known = providers.flatMap(({ apiHosts = [] }) => apiHosts);
  const patterns = [...new Set([...known, ...added].map((each) => each.toLowerCase()))];
  const expressions = patterns.map((each) => new RegExp(`^${each.split("*").map(escaped).join(".*")}$`));
  return { patterns, has: (host) => expressions.some((each) => each.test(host.toLowerCase())) };
}

function escaped(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
}
