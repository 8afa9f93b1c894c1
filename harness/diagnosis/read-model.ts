import type { SentAs } from "./evidence.ts";
import type { ReadParameters } from "./read-parameters.ts";

/** The model that a request asks for: a parameter, or on Gemini and Bedrock a part of the path. Null where neither says. */
export function readModel(parameters: ReadParameters, { path }: SentAs): string | null {
  const { model } = parameters;
  if (typeof model === "string") return model;
  return /\/models?\/([^/:?]+)/.exec(path)?.[1] ?? null;
}
