import { HarnessError } from "../../kernel/faults/harness-error.ts";

/**
 * A command whose traffic was not seen. `exit` is null while it still runs; `unreadHosts` are those that it reached through the forward
 * proxy, and null without one.
 */
export function nothingPassed(exit: number | null, unreadHosts: ReadonlySet<string> | null): HarnessError {
  const fix = unreadHosts === null ? BASE_URL : forwardFix([...unreadHosts]);
  const hasFailed = exit !== null && exit !== 0;
  const ended = hasFailed ? `ended with exit code ${exit} and ` : "";
  const to = unreadHosts === null ? "through the proxy" : "to a model host through the proxy";
  return new HarnessError({
    code: "HX211",
    what:
      exit === null
        ? `the command has sent nothing ${to} for ten seconds`
        : `the command ${ended}sent nothing ${to}, so there is nothing to record`,
    fix: hasFailed ? `see what it said: it may have failed before it asked anything; else ${fix}` : fix,
    exit: 2,
  });
}

const BASE_URL =
  "tell it its base URL: --preset for a known client, --env for the variable that it reads, {baseUrl} in its arguments or in a --config-template";

function forwardFix(hosts: readonly string[]): string {
  const [first] = hosts;
  if (first === undefined)
    return "make it use HTTPS_PROXY, for Node's fetch by Node 24 or later; or record it by its base URL, without --forward";
  return `add --host for the provider's host if it is one of those that passed unread: ${hosts.join(", ")}`;
}
