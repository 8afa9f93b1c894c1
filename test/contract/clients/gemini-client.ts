import { type Message, type Said, TOOLS, HEAD, type WireClient } from "./wire-client.ts";

/** Plain fetch: Google's own SDK is not among our packages. Reads answers as the API reference describes them. */
export const geminiClient: WireClient = {
  name: "gemini-generate",
  showsThinking: true,
  leastRatio: 0.75,
  ask: async (baseUrl, { messages, streams, lane, head = HEAD, signal, onFirst }) => {
    const method = streams ? "streamGenerateContent?alt=sse" : "generateContent";
    const response = await fetch(`${baseUrl}/v1beta/models/gemini-3.6-flash:${method}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-goog-api-key": "a key",
        ...(lane && { "x-forkproof-lane": lane }),
      },
      body: JSON.stringify({
        systemInstruction: { parts: [{ text: head }] },
        contents: messages.map(encode),
        tools: [{ functionDeclarations: TOOLS.map((name) => ({ name, parameters: { type: "object" } })) }],
        generationConfig: { thinkingConfig: { includeThoughts: true } },
      }),
      signal: signal ?? null,
    });
    if (!response.ok) throw new GeminiFault(response.status, await response.text());
    const chunks: Chunk[] = [];
    for await (const chunk of streams ? chunksOf(response) : [(await response.json()) as Chunk]) {
      chunks.push(chunk);
      if (chunks.length === 1) onFirst?.();
    }
    return saidOf(chunks);
  },
  words: { 401: /UNAUTHENTICATED/, 429: /RESOURCE_EXHAUSTED/, 500: /INTERNAL/, 529: /overloaded/ },
  dangling: /number of function response parts is equal to the number of function call parts/,
  statusOf: (fault) => (fault instanceof GeminiFault ? fault.status : null),
};

class GeminiFault extends Error {
  readonly status: number;

  constructor(status: number, body: string) {
    super(body);
    this.status = status;
  }
}

type Part = {
  readonly text?: string;
  readonly thought?: boolean;
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: unknown };
};

type Chunk = {
  readonly candidates: readonly {
    readonly content: { readonly parts?: readonly Part[] };
    readonly finishReason?: string;
  }[];
  readonly usageMetadata: Readonly<Record<string, number>>;
};

async function* chunksOf(response: Response): AsyncGenerator<Chunk> {
  let text = "";
  for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    const events = text.split("\r\n\r\n");
    text = events.pop() ?? "";
    for (const event of events) yield JSON.parse(event.replace(/^data: /, "")) as Chunk;
  }
}

function encode(message: Message): unknown {
  if ("user" in message) return { role: "user", parts: [{ text: message.user }] };
  if ("said" in message) return { role: "model", parts: message.said.native };
  const parts = message.calls.map(({ id, name }, at) => ({
    functionResponse: { ...(id !== null && { id }), name, response: { output: message.results[at] } },
  }));
  return { role: "user", parts };
}

const STOPS: Readonly<Record<string, Said["stop"]>> = { MAX_TOKENS: "length", SAFETY: "refusal" };

function saidOf(chunks: readonly Chunk[]): Said {
  const parts = chunks.flatMap(({ candidates }) => candidates[0]?.content.parts ?? []);
  const finish = chunks.at(-1)?.candidates[0]?.finishReason ?? "";
  const usage = chunks.at(-1)?.usageMetadata ?? {};
  const calls = parts.flatMap(({ functionCall }) =>
    functionCall === undefined
      ? []
      : [{ id: functionCall.id ?? null, name: functionCall.name, input: functionCall.args }],
  );
  const whole = calls.length > 0 ? "calls" : "end";
  return {
    text: parts.flatMap((part) => (part.thought === true ? [] : [part.text ?? ""])).join(""),
    thinking: parts.flatMap((part) => (part.thought === true ? [part.text ?? ""] : [])).join(""),
    calls,
    stop: finish === "STOP" ? whole : (STOPS[finish] ?? "other"),
    usage: {
      total: usage["promptTokenCount"] ?? null,
      read: usage["cachedContentTokenCount"] ?? null,
      output: usage["candidatesTokenCount"] ?? null,
    },
    native: parts,
  };
}
