import { modelOf } from "../dialects/model-of.ts";
import type { Exchange } from "../kernel/exchange.ts";
import type { Layout } from "../kernel/layout.ts";

/** The model that a request asks for: its body names it, or its path does (Bedrock, Gemini); null where neither does. */
export function modelOfRequest({ path }: Exchange, layout: Layout): string | null {
  const inPath = /\/models?\/([^/:?]+(?::\d+)?)/.exec(path)?.[1];
  return modelOf(layout) ?? (inPath === undefined ? null : decodeURIComponent(inPath));
}
