import { inspect, recordExchanges } from "../../harness/testing/index.ts";

export type Message = { readonly role: "user" | "assistant"; readonly content: string | readonly object[] };

type Wire = { readonly url: string; readonly answer: (text: string) => object };

const wires: Readonly<Record<string, Wire>> = {
  anthropic: {
    url: "https://api.anthropic.com/v1/messages",
    answer: (text) => ({
      type: "message",
      content: [{ type: "text", text }],
      usage: { input_tokens: 9, output_tokens: 5 },
    }),
  },
  chat: {
    url: "https://api.openai.com/v1/chat/completions",
    answer: (content) => ({
      choices: [{ message: { role: "assistant", content } }],
      usage: { prompt_tokens: 9, completion_tokens: 5 },
    }),
  },
};

/** The wire formats that `inspectSecond` speaks. */
export const spoken: readonly string[] = Object.keys(wires);

/** A parent's request and a later one that the recording does not connect, both answered by one text, and what `inspect` makes of the later one. */
export async function inspectSecond(
  wire: string,
  text: string,
  [parent, fork]: readonly [parent: readonly Message[], fork: readonly Message[]],
): Promise<string> {
  const { url, answer } = wires[wire] ?? { url: "", answer: () => ({}) };
  const tape = recordExchanges({ fetch: async () => Response.json(answer(text)) });
  for (const messages of [parent, fork]) {
    const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, messages });
    const response = await tape.fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
    await response.json();
  }
  const second = inspect(tape).exchanges[1];
  const codes = second?.findings.flatMap(({ code, role }) => (role === "cause" ? [code] : []));
  return `${second?.parent} ${second?.verdict} ${codes?.join()}`;
}
