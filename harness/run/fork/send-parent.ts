import type { Header } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/harness-error.ts";
import { LANE_HEADER } from "../../mock/provider-handler.ts";
import type { ParentReplay } from "./parent-replay.ts";
import type { ForkedParent } from "./subject-task.ts";

/** Headers of a recorded request that reach the prompt or decide how the body is read. */
const SENT: readonly string[] = ["anthropic-version", "anthropic-beta"];

/**
 * Sends the parent's request, byte for byte: that is what replaying it means. Answers what a fork needs of it.
 *
 * @throws HarnessError HX198 where the provider refuses it
 */
export async function sendParent(
  { parent, request, holdsAnswer }: ParentReplay,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
): Promise<ForkedParent> {
  const { id, path } = parent;
  const kept = parent.headers.filter(([name]) => SENT.includes(name.toLowerCase()));
  const version: readonly Header[] = kept.some(([name]) => name.toLowerCase() === "anthropic-version")
    ? kept
    : [["anthropic-version", "2023-06-01"], ...kept];
  const own: readonly Header[] = [
    ["content-type", "application/json"],
    ["x-api-key", apiKey],
    [LANE_HEADER, "parent"],
  ];
  const response = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    headers: [...version, ...own].map(([name, value]): [string, string] => [name, value]),
    body: new Uint8Array(request),
  });
  const answer = await readWhole(response);
  if (response.status >= 400 && response.status < 500) throw refused(id, response.status, answer);
  return { id, request: parent.request, headers: version, answer: response.ok && !holdsAnswer ? answer : null };
}

/** Null for an answer that was cut: no fork knows more of it than that. */
async function readWhole(response: Response): Promise<Buffer | null> {
  try {
    return Buffer.from(await response.arrayBuffer());
  } catch {
    return null;
  }
}

function refused(id: string, status: number, answer: Buffer | null): HarnessError {
  return new HarnessError({
    code: "HX198",
    what: `the provider refuses the parent's request with ${status}: ${answer?.toString() ?? "no reason came back"}`,
    where: `exchange ${id}`,
    mend: "choose a parent whose request the provider takes",
    exit: 2,
  });
}
