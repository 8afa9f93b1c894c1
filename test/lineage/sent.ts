import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";

/** Who asks: two that differ in anything here are two agents, or one that was changed on its way. */
export type Asking = {
  readonly model?: string;
  /** Null without an answer. */
  readonly system?: string | null;
  readonly tools?: readonly string[];
  readonly key?: string;
  readonly wire?: "messages" | "chat";
};

/** One request: each character of `said` is a message, the user's and the model's in turn; `answer` is what came back. */
export type Sent = Asking & {
  readonly said: string;
  /** What a letter says, where it is more than its own text: a text, or the blocks of a message. */
  readonly words?: Readonly<Record<string, string | readonly object[]>>;
  readonly host?: string;
  readonly answer?: string;
  /** The blocks of the answer, where it is more than a text. */
  readonly blocks?: readonly object[];
  /** The status of an answer; 200 by default. */
  readonly status?: number;
  /** When it was sent, and how long its answer took to begin, in seconds; by default one after the other, and unknown. */
  readonly at?: number;
  readonly took?: number;
};

/** A recording of requests that are numbered from 1 in the order they were sent. */
export function recordingOf(requests: readonly Sent[]): Recording {
  const exchanges = new Map(requests.map((sent, at) => [String(at + 1), exchangeOf(String(at + 1), sent)]));
  return {
    name: "lines",
    format: "traffic",
    ids: [...exchanges.keys()],
    load: (id) => {
      const exchange = exchanges.get(id);
      if (exchange === undefined) throw new Error(`no exchange ${id}`);
      return exchange;
    },
  };
}

function exchangeOf(id: string, sent: Sent): Exchange {
  const { wire = "messages", answer, blocks, status = 200, at = Number(id), took } = sent;
  return {
    id,
    forkOf: null,
    method: "POST",
    path: wire === "chat" ? "/v1/chat/completions" : "/v1/messages",
    host: sent.host ?? null,
    headers: sent.key === undefined ? [] : [["Session-Id", sent.key]],
    request: Buffer.from(JSON.stringify(wire === "chat" ? chatBody(sent) : messagesBody(sent))),
    response:
      answer === undefined
        ? null
        : {
            status,
            contentType: "application/json",
            body: Buffer.from(
              JSON.stringify({ role: "assistant", content: blocks ?? [{ type: "text", text: textOf(answer) }] }),
            ),
            usageIsReal: false,
          },
    startedAtMs: at * 1_000,
    firstByteMs: took === undefined ? null : took * 1_000,
    fidelity: "A",
  };
}

function messagesBody({ model = "claude-sonnet-4-5", system = "You write code.", tools = [], ...sent }: Sent): object {
  const named = tools.map((name) => ({ name, description: `Does ${name}.`, input_schema: { type: "object" } }));
  return { model, max_tokens: 1024, tools: named, ...(system === null ? {} : { system }), messages: messagesOf(sent) };
}

function chatBody({ model = "gpt-5.5", system = "You write code.", ...sent }: Sent): object {
  return { model, messages: [{ role: "system", content: system }, ...messagesOf(sent)] };
}

function messagesOf({ said, words = {} }: Sent): readonly object[] {
  return said.split("").map((letter, at) => {
    const role = at % 2 === 0 ? "user" : "assistant";
    return { role, content: words[letter] ?? textOf(letter) };
  });
}

function textOf(letter: string): string {
  return `This is said under the letter ${letter}.`;
}
