import type { ToolResult } from "../../tool-result.ts";

/**
 * One user Content: a functionResponse for each result, then the texts. The key is `output`, or `error` where the call
 * failed (API reference, "FunctionResponse"). An id is written only where the call had one.
 */
export function encodeContent(results: readonly ToolResult[], texts: readonly string[]): Buffer {
  const responses = results.map(({ toolUseId, name, content, isError }) => ({
    functionResponse: {
      ...(toolUseId === null ? {} : { id: toolUseId }),
      name,
      response: isError ? { error: content } : { output: content },
    },
  }));
  return Buffer.from(JSON.stringify({ role: "user", parts: [...responses, ...texts.map((text) => ({ text }))] }));
}
