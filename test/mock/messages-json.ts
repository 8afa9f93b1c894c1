/** Parts of Messages requests, as short as tables of them need. */
export type Json = { readonly [name: string]: unknown };

export const user = (...content: readonly Json[]): Json => ({ role: "user", content });
export const assistant = (...content: readonly Json[]): Json => ({ role: "assistant", content });
export const say = (text: string, cache_control?: Json): Json => ({
  type: "text",
  text,
  ...(cache_control && { cache_control }),
});
export const call = (id: string): Json => ({ type: "tool_use", id, name: "Read", input: {} });
export const result = (id: string): Json => ({ type: "tool_result", tool_use_id: id, content: "ok" });
export const base: Json = { model: "claude-sonnet-4-6", max_tokens: 64 };
export const talk = (...messages: readonly Json[]): Json => ({ ...base, messages });
