import type { Exchange, Header } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/harness-error.ts";
import { LANE_HEADER } from "../../mock/provider-handler.ts";
import type { ForkedParent } from "./subject-task.ts";

/** Headers of a recorded request that reach the prompt or decide how the body is read. */
const SENT: readonly string[] = ["anthropic-version", "anthropic-beta"];

/**
 * Sends the recorded parent's request, byte for byte: that is what replaying it means. Answers what a fork needs of it.
 *
 * @throws HarnessError HX198 where the provider refuses it
 */
export async function sendParent(parent: Exchange, baseUrl: string, apiKey: string): Promise<ForkedParent> {
  const kept = parent.headers.filter(([name]) => SENT.includes(name.toLowerCase()));
  const version: readonly Header[] = kept.some(([name]) => name.toLowerCase() === "anthropic-version")
    ? kept
    : [["anthropic-version", "2023-06-01"], ...kept];
  const response = await fetch(`${baseUrl}${parent.path}`, {
    method: "POST",
    headers: [
      ...version.map(([name, value]): [string, string] => [name, value]),
      ["content-type", "application/json"],
      ["x-api-key", apiKey],
      [LANE_HEADER, "parent"],
    ],
    body: new Uint8Array(parent.request),
  });
  const answer = await readWhole(response);
  if (response.status >= 400 && response.status < 500) {
    throw new HarnessError({
      code: "HX198",
      what: `the provider refuses the parent's request with ${response.status}: ${(answer ?? "").toString()}`,
      where: `exchange ${parent.id}`,
      mend: "choose a parent whose request the provider takes",
      exit: 2,
    });
  }
  return { request: parent.request, headers: version, answer: response.ok ? answer : null };
}

/** Null for an answer that was cut: no fork knows more of it than that. */
async function readWhole(response: Response): Promise<Buffer | null> {
  try {
    return Buffer.from(await response.arrayBuffer());
  } catch {
    return null;
  }
}
