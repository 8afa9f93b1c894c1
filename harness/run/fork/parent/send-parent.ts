import { wireNamed } from "../../../wires/list.ts";
import type { Header } from "../../../kernel/exchange.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import type { DialectName } from "../../../kernel/layout.ts";
import { isLoopback } from "../../../kernel/is-loopback.ts";
import { LANE_HEADER } from "../../../kernel/lane/lane-header.ts";
import type { ParentReplay } from "./parent-replay.ts";
import type { ForkedParent } from "../../../kernel/scenario-subject.ts";
import type { WholeAnswer } from "../../../mock/serve/answer-request.ts";

/** Headers of a recorded request that reach the prompt, the routing or the cache key, or decide how the body is read. */
const SENT: readonly string[] = [
  "anthropic-version",
  "anthropic-beta",
  "openai-beta",
  "session-id",
  "session_id",
  "thread-id",
  "x-session-id",
  "x-session-affinity",
  "x-grok-conv-id",
  "x-dashscope-cachecontrol",
  "x-dashscope-session-cache",
];

/**
 * Sends the parent's request, byte for byte: that is what replaying it means. Answers what a fork needs of it.
 *
 * @throws HarnessError HX198 where the provider refuses it
 */
export async function sendParent(
  replay: ParentReplay,
  { baseUrl, apiKey, ask = askByFetch }: { readonly baseUrl: string; readonly apiKey: string; readonly ask?: Ask },
): Promise<ForkedParent> {
  const { parent, wire, request } = replay;
  const { id, path } = parent;
  const kept = headersKept(parent.headers, wire);
  const own: readonly Header[] = [
    ["content-type", "application/json"],
    wireNamed(wire).keyHeader(apiKey),
    ...laneHeaders(baseUrl),
  ];
  const { status, body } = await ask(`${baseUrl}${path}`, { headers: [...kept, ...own], body: request });
  if (status >= 400 && status < 500) throw refused(id, status, body);
  return describeParent(replay, status >= 200 && status < 300 ? body : null);
}

/** Posts a request and waits for the whole answer. */
export type Ask = (
  url: string,
  request: { readonly headers: readonly Header[]; readonly body: Buffer },
) => Promise<WholeAnswer>;

export const askByFetch: Ask = async (url, { headers, body }) => {
  const list = headers.map(([name, value]): [string, string] => [name, value]);
  const response = await fetch(url, { method: "POST", headers: list, body });
  return { status: response.status, body: await readWhole(response) };
};

/** The parent as a fork continues it. An answer that its request holds already is not repeated. */
export function describeParent({ parent, wire, holdsAnswer }: ParentReplay, answer: Buffer | null): ForkedParent {
  const { id, path, request } = parent;
  return { id, wire, path, request, headers: headersKept(parent.headers, wire), answer: holdsAnswer ? null : answer };
}

/** No provider is to see the header. */
function laneHeaders(baseUrl: string): readonly Header[] {
  return isLoopback(new URL(baseUrl).hostname) ? [[LANE_HEADER, "parent"]] : [];
}

/** With the version that the wire format requires, if a recording kept no version. */
function headersKept(headers: readonly Header[], wire: DialectName): readonly Header[] {
  const kept = headers.filter(([name]) => SENT.includes(name.toLowerCase()));
  const { versionHeader } = wireNamed(wire);
  const isVersioned = kept.some(([name]) => name.toLowerCase() === versionHeader?.[0]);
  return versionHeader === undefined || isVersioned ? kept : [versionHeader, ...kept];
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
    fix: "choose a parent whose request the provider takes",
    exit: 2,
  });
}
