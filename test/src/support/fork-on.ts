import { forkRecordedParent } from "../../../src/fork/fork-recorded-parent.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { echo } from "./run-fork.ts";
import { ScriptedProvider, streamReply } from "./scripted-provider.ts";
import { parentOn } from "./wire-parents.ts";

/** A fork whose model first answers with `first`; what it ended in, and its requests' histories. */
export async function forkOn(
  wire: WireName,
  first: readonly string[],
  last: readonly string[],
): Promise<{ readonly result: ForkResult; readonly histories: readonly (readonly unknown[])[] }> {
  const { around, history } = parentOn(wire);
  await using provider = await ScriptedProvider.start([streamReply(first), streamReply(last)]);
  const result = await forkRecordedParent({
    exchange: { wire, request: Buffer.from(around(history.join(","))), headers: [], answer: null },
    client: { apiKey: "sk-test", baseUrl: `${provider.baseUrl}/v1` },
    tools: echo,
    directive: "Tidy up.",
    label: "kinds",
    maxTurns: 2,
    timeoutMs: null,
  });
  const histories = provider.requests.map(({ body }) => {
    const { input, messages }: { input?: readonly unknown[]; messages?: readonly unknown[] } = JSON.parse(
      body.toString(),
    );
    return input ?? messages ?? [];
  });
  return { result, histories };
}
