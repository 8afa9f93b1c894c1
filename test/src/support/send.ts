import type { LlmClient, LlmEvent, LlmOutcome } from "../../../src/providers/llm-client.ts";
import { ForkBody } from "../../../src/wire/fork-body.ts";
import { scanBody } from "../../../src/wire/scan-body.ts";
import { parentRequest } from "./parents.ts";

/** Sends a body as it is and gathers what was observed. */
export async function send(
  client: LlmClient,
  {
    body = parentRequest(),
    history = "messages",
    headers = [],
    signal = new AbortController().signal,
    observe = () => undefined,
  }: {
    readonly body?: Buffer;
    /** The member that holds the conversation. */
    readonly history?: string;
    readonly headers?: readonly (readonly [string, string])[];
    readonly signal?: AbortSignal;
    readonly observe?: (event: LlmEvent) => void;
  } = {},
): Promise<{ readonly outcome: LlmOutcome; readonly events: readonly LlmEvent[] }> {
  const events: LlmEvent[] = [];
  const outcome = await client.send({
    body: ForkBody.splice(scanBody(body, history), {}),
    headers,
    signal,
    observe: (event) => {
      events.push(event);
      observe(event);
    },
  });
  return { outcome, events };
}
