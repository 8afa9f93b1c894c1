import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { CacheSafeParams } from "../../../src/cache-safe/cache-safe-params.ts";
import { wholeAnswer, type ScriptedBlock } from "./answers.ts";

/** Raw messages, as a parent could have sent them. */
export const question = '{"role":"user","content":"Look around."}';
export const calling =
  '{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"toolu_a","name":"List","input":{"path":"."}}]}';
export const listing =
  '{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_a","content":"a.md","cache_control":{"type":"ephemeral"}}]}';

/** A request in a spelling that parse and stringify would not give back. */
export function parentRequest(messages: readonly string[] = [question, calling, listing]): Buffer {
  const tools =
    '[{"name":"List","input_schema":{"type":"object","2":1.0,"1":1e2}},{"name":"Read","description":"caf\\u00e9"}]';
  return Buffer.from(
    `{"model":"claude-sonnet-4-5","system":[{"type":"text","text":"You help."}],"messages":[${messages.join(",")}],\n "tools":${tools},"max_tokens":1024,"temperature":1.0}`,
  );
}

export function capture(messages?: readonly string[], answer: readonly ScriptedBlock[] | null = null): CacheSafeParams {
  return captureCacheSafeParams({
    request: parentRequest(messages),
    headers: [["Anthropic-Beta", "context-1m"]],
    answer: answer === null ? null : Buffer.from(wholeAnswer({ blocks: answer })),
  });
}
