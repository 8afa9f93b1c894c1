import { type CacheReason, readCacheReason } from "../dialects/read-cache-reason.ts";
import { dialects } from "../dialects/registry.ts";
import type { RecordedResponse } from "../kernel/exchange.ts";
import type { DialectName } from "../kernel/layout.ts";
import type { Usage } from "../kernel/usage.ts";

/** What a provider said of its cache in a response. */
export type Answered = {
  /** Whether a real provider answered with success: only then does silence tell anything. */
  readonly isReal: boolean;
  /** The counters as reported; null where there are none, or where a script made them up. */
  readonly usage: Usage | null;
  /** Whether the counters are of this prompt alone, not sums over inner rounds or of its last step. */
  readonly isOnePrompt: boolean;
  readonly reason: CacheReason | null;
};

const SILENT: Answered = { isReal: false, usage: null, isOnePrompt: false, reason: null };

/** A scripted server's counters are no evidence; its diagnosis is, since it compares prompts. */
export function readAnswered(name: DialectName, response: RecordedResponse | null): Answered {
  if (response === null || response.status >= 400) return SILENT;
  const reason = readCacheReason(response);
  if (!response.usageIsReal) return { ...SILENT, reason };
  const usage = dialects.find((dialect) => dialect.name === name)?.readUsage(response) ?? null;
  return { isReal: true, usage, isOnePrompt: !SUMMED.some((word) => response.body.includes(word)), reason };
}

/** Words of responses whose counters are sums: server tools, inner iterations (provider-caches.md 2.4, 3.4). */
const SUMMED: readonly string[] = [
  '"server_tool_use":{',
  '"iterations":[{',
  '"web_search_call"',
  '"file_search_call"',
  '"code_interpreter_call"',
  '"image_generation_call"',
  '"mcp_call"',
];
