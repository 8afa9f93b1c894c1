import type { WireRequest } from "./mock-wire.ts";
import { headerOf } from "./parse-json-body.ts";

/** A header that says in whose workspace a request is cached; no provider knows it. */
const WORKSPACE_HEADER = "x-forkproof-workspace";

/**
 * Whose cache a request asks: the workspace that a header of ours names, else the one behind the last `@` of its key, as in
 * `any-key@team-b`, for clients that can set nothing but a key. Gemini takes its key in the query too. Null where neither
 * names one: all such share theirs.
 */
export function workspaceOf({ headers, path }: Pick<WireRequest, "headers" | "path">): string | null {
  const named = headerOf(headers, WORKSPACE_HEADER);
  if (named !== "") return named;
  const inQuery = new URLSearchParams(path.split("?")[1] ?? "").get("key") ?? "";
  for (const key of [...KEYS.map((name) => headerOf(headers, name)), inQuery]) {
    const [, workspace] = /@([\w.-]+)$/.exec(key) ?? [];
    if (workspace !== undefined) return workspace;
  }
  return null;
}

const KEYS: readonly string[] = ["x-api-key", "api-key", "x-goog-api-key", "authorization"];
