/** Small bodies of the wire formats other than Messages, to be written as JSON. */
export function chat(messages: readonly object[], tools: readonly object[] = [], isWhole = true): object {
  const all = [{ role: "system", content: "You review code." }, ...(isWhole ? [say("hi")] : []), ...messages];
  return { model: "gpt-5.5", messages: all, ...(tools.length > 0 ? { tools } : {}) };
}

export function say(content: string): object {
  return { role: "user", content };
}

export function fn(name: string, parameters: object = {}): object {
  return { type: "function", function: { name, parameters } };
}

export function called(id: string, args: string): object {
  const call = { id, type: "function", function: { name: "a", arguments: args } };
  return { role: "assistant", content: null, tool_calls: [call] };
}

export function answered(id: string, content: string): object {
  return { role: "tool", tool_call_id: id, content };
}

export function responses(input: readonly object[], more: object = {}): object {
  return { model: "gpt-6-sol", input: [item("user", "start"), ...input], ...more };
}

export function item(role: string, text: string): object {
  return { type: "message", role, content: [{ type: role === "user" ? "input_text" : "output_text", text }] };
}

export function output(callId: string, text: string): object {
  return { type: "function_call_output", call_id: callId, output: text };
}

export function gemini(contents: readonly object[], tools: readonly object[] = []): object {
  return { contents: [{ role: "user", parts: [{ text: "hi" }] }, ...contents], ...(tools.length > 0 ? { tools } : {}) };
}

export function converse(text: string): object {
  return {
    messages: [
      { role: "user", content: [{ text: "hi" }] },
      { role: "assistant", content: [{ toolUse: { toolUseId: "t1", name: "a", input: {} } }] },
      { role: "user", content: [{ toolResult: { toolUseId: "t1", content: [{ text }] } }] },
    ],
  };
}
