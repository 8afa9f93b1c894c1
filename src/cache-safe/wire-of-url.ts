import type { WireName } from "../wire/wire-format.ts";

/** The wire format and the model that the URL of a request names. */
export type UrlReading =
  | { readonly kind: "known"; readonly wire: WireName; readonly model: string | null }
  /** An endpoint of a format that no fork of ours speaks, or one that answers nothing a fork could continue. */
  | { readonly kind: "unsupported"; readonly why: string }
  /** As behind a gateway. */
  | { readonly kind: "silent" };

/**
 * Reads the wire format, and the model where the path names it, off a request's path: the vendors' own endpoints, and those of
 * Azure (deployments), Vertex (publishers) and Bedrock (InvokeModel).
 */
export function readUrlPath(path: string): UrlReading {
  const plain = path.replace(/\/+$/, "");
  const unsupported = UNSUPPORTED.find(([ending]) => ending.test(plain));
  if (unsupported !== undefined) return { kind: "unsupported", why: unsupported[1] };
  const found = ENDPOINTS.find(({ ends }) => ends.test(plain));
  if (found === undefined) return { kind: "silent" };
  const model = found.model.exec(plain)?.[1];
  return { kind: "known", wire: found.wire, model: model === undefined ? null : decoded(model) };
}

const UNSUPPORTED: readonly (readonly [ending: RegExp, why: string])[] = [
  [
    /\/(?:count_tokens|count-tokens(?::rawPredict)?|input_tokens)$|:countTokens$/,
    "it counts tokens and answers nothing",
  ],
  [/\/converse(?:-stream)?$/, "it is Bedrock's Converse, which the library does not speak"],
  [/\/v1internal:(?:streamGenerateContent|generateContent)$/, "it is Code Assist, which wraps Gemini's request"],
  [/\/(?:embeddings|batches|cachedContents|responses\/compact)$/, "a fork cannot continue what it answers"],
];

const NOWHERE = /$^/;

const ENDPOINTS: readonly { readonly ends: RegExp; readonly wire: WireName; readonly model: RegExp }[] = [
  { ends: /\/messages$/, wire: "anthropic-messages", model: NOWHERE },
  {
    ends: /\/publishers\/anthropic\/models\/[^/]+:(?:streamRawPredict|rawPredict)$/,
    wire: "anthropic-messages",
    model: /\/models\/([^/:]+):/,
  },
  {
    ends: /\/model\/[^/]*anthropic\.[^/]+\/invoke(?:-with-response-stream)?$/,
    wire: "anthropic-messages",
    model: /\/model\/([^/]+)\//,
  },
  {
    ends: /\/model\/[^/]*openai\.[^/]+\/invoke(?:-with-response-stream)?$/,
    wire: "openai-chat",
    model: /\/model\/([^/]+)\//,
  },
  { ends: /\/chat\/completions$/, wire: "openai-chat", model: /\/deployments\/([^/]+)\// },
  { ends: /\/responses$/, wire: "openai-responses", model: /\/deployments\/([^/]+)\// },
  {
    ends: /:(?:streamGenerateContent|generateContent)$/,
    wire: "gemini-generate",
    model: /\/(?:models|tunedModels|endpoints)\/([^/:]+):/,
  },
];

/** Unchanged if it is not percent-encoded text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
