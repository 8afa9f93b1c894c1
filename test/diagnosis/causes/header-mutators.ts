import type { Header } from "../../../harness/kernel/exchange.ts";
import type { DialectName } from "../../../harness/kernel/layout.ts";
import { said } from "./history-mutators.ts";
import type { Mutant } from "./mutant.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

/** The headers that providers keep their caches by, each under the names that clients give it. */
const HEADERS: readonly (readonly [provider: string | null, wires: readonly DialectName[], ...Header])[] = [
  ["openai-codex", ["openai-responses"], "session-id", "s-1"],
  ["openai-codex", ["openai-responses"], "Session_Id", "s-1"],
  ["dashscope", ["openai-chat", "anthropic-messages", "openai-responses"], "X-DashScope-CacheControl", "enable"],
  ["dashscope", ["openai-responses"], "x-dashscope-session-cache", "enable"],
  ["xai", ["openai-chat", "openai-responses"], "x-grok-conv-id", "c-1"],
  // A loopback address hides the provider.
  [null, ["openai-chat", "openai-responses"], "x-dashscope-cachecontrol", "enable"],
  [null, ["openai-chat"], "x-grok-conv-id", "c-1"],
  [null, ["openai-responses"], "session_id", "s-1"],
];

/** Requests of which one does not send the header that its parent sent. */
export function* headerMutants(real: RealBody): Generator<Mutant> {
  const { codec } = real;
  const parent = withItems(real, itemsOf(real));
  const child = withItems(real, [...itemsOf(real), ...said(codec, "Done."), ...codec.user("Go on.", "block")]);
  const others: readonly Header[] = [["user-agent", "agent/1.0"]];
  for (const [provider, wires, ...header] of HEADERS) {
    if (!wires.includes(real.wire)) continue;
    if (provider === null && real.exchange.host?.startsWith("127.0.0.1") !== true) continue;
    const asked = provider === null ? {} : { provider };
    const sent: readonly Header[] = [...others, header];
    const does = `${header[0]} at ${provider ?? "a hidden provider"}`;
    yield { ...asked, code: null, does: `keeps ${does}`, parent, child, headers: { parent: sent, child: sent } };
    yield { ...asked, code: "CB604", does: `drops ${does}`, parent, child, headers: { parent: sent, child: others } };
    yield {
      ...asked,
      code: "CB604",
      does: `drops all with ${does}`,
      parent,
      child,
      headers: { parent: sent, child: [] },
    };
    if (provider === "openai-codex" || provider === "xai") {
      const other: Header = [header[0], `${header[1]}-of-the-fork`];
      const to = { parent: sent, child: [...others, other] };
      yield { ...asked, code: "CB601", does: `changes ${does}`, parent, child, headers: to };
    }
    if (provider === "openai-codex") continue;
    yield { ...asked, code: null, does: `lacks ${does}`, parent, child, headers: { parent: others, child: others } };
    yield { ...asked, code: null, does: `lacks all with ${does}`, parent, child, headers: { parent: [], child: [] } };
  }
}
