import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";
import { SERVED_HEADER, servedIn } from "../../harness/kernel/lane/served-header.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";

type Json = { readonly [name: string]: unknown };

const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce((found, name) => (found as Json)[name], value);
const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly Json[] =>
  at(value, ...path) as readonly Json[];

/** How a client of each wire spells the messages of a conversation; an answer is repeated as it came. */
type Talk = {
  readonly path: string;
  readonly body: (messages: readonly Json[]) => Json;
  /** What a client appends for an answer. */
  readonly answer: (answer: Json) => readonly Json[];
  readonly user: (text: string, asString?: boolean) => readonly Json[];
  /** Results for all calls of an answer, with a new text of the user where there is one. */
  readonly results: (answer: Json, result: string, text?: string) => readonly Json[];
};

const anthropicLike: Omit<Talk, "path" | "body"> = {
  answer: (answer) => [{ role: "assistant", content: answer["content"] }],
  user: (text, asString = false) => [{ role: "user", content: asString ? text : [{ type: "text", text }] }],
  results: (answer, result, text) => [
    {
      role: "user",
      content: [
        ...listAt(answer, "content")
          .filter(({ type }) => type === "tool_use")
          .map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: result })),
        ...(text === undefined ? [] : [{ type: "text", text }]),
      ],
    },
  ],
};

export const talks: Readonly<Record<DialectName, Talk>> = {
  "anthropic-messages": {
    ...anthropicLike,
    path: "/v1/messages",
    body: (messages) => ({ model: "claude-sonnet-4-6", max_tokens: 64, messages }),
  },
  "openai-chat": {
    path: "/v1/chat/completions",
    body: (messages) => ({ model: "gpt-5.4", messages }),
    answer: (answer) => [at(answer, "choices", 0, "message") as Json],
    user: (text, asString = true) => [{ role: "user", content: asString ? text : [{ type: "text", text }] }],
    results: (answer, content, text) => [
      ...listAt(answer, "choices", 0, "message", "tool_calls").map(({ id }) => ({
        role: "tool",
        tool_call_id: id,
        content,
      })),
      ...(text === undefined ? [] : [{ role: "user", content: text }]),
    ],
  },
  "openai-responses": {
    path: "/v1/responses",
    body: (input) => ({ model: "gpt-5.4", input, store: false }),
    answer: (answer) => listAt(answer, "output"),
    user: (text, asString = false) => [{ role: "user", content: asString ? text : [{ type: "input_text", text }] }],
    results: (answer, result, text) => [
      ...listAt(answer, "output")
        .filter(({ type }) => type === "function_call")
        .map(({ call_id }) => ({ type: "function_call_output", call_id, output: result })),
      ...(text === undefined ? [] : [{ role: "user", content: text }]),
    ],
  },
  "gemini-generate": {
    path: "/v1beta/models/gemini-2.5-pro:generateContent",
    body: (contents) => ({ contents }),
    answer: (answer) => [at(answer, "candidates", 0, "content") as Json],
    user: (text) => [{ role: "user", parts: [{ text }] }],
    results: (answer, output, text) => [
      {
        role: "user",
        parts: [
          ...listAt(answer, "candidates", 0, "content", "parts")
            .filter(({ functionCall }) => functionCall !== undefined)
            .map(({ functionCall }) => {
              const { id, name } = functionCall as Json;
              return { functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output } } };
            }),
          ...(text === undefined ? [] : [{ text }]),
        ],
      },
    ],
  },
  "bedrock-converse": {
    path: "/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse",
    // Converse refuses calls of tools that the request does not declare.
    body: (messages) => ({
      messages,
      toolConfig: { tools: ["agent", "read"].map((name) => ({ toolSpec: { name, inputSchema: { json: {} } } })) },
    }),
    answer: (answer) => [at(answer, "output", "message") as Json],
    user: (text) => [{ role: "user", content: [{ text }] }],
    results: (answer, result, text) => [
      {
        role: "user",
        content: [
          ...listAt(answer, "output", "message", "content")
            .filter(({ toolUse }) => toolUse !== undefined)
            .map(({ toolUse }) => ({
              toolResult: { toolUseId: at(toolUse, "toolUseId"), content: [{ text: result }] },
            })),
          ...(text === undefined ? [] : [{ text }]),
        ],
      },
    ],
  },
};

export type Talking = Talk & {
  readonly ask: (messages: readonly Json[], more?: Json) => Promise<Json>;
  readonly lanes: () => readonly (string | null)[];
  /** The number of the request that each one goes on from, or forks. */
  readonly follows: () => readonly (number | null | undefined)[];
  readonly faults: () => readonly (readonly [string, string])[];
};

/** A mocked provider that is asked without a lane header, and the lane that it took each request for. */
export async function talkTo(wire: DialectName, script: unknown): Promise<Talking> {
  const provider = await createMockProvider({ script: parseScript(script), clock: createVirtualClock() });
  const fetch = mockFetch(provider);
  const talk = talks[wire];
  const follows: (number | null | undefined)[] = [];
  return {
    ...talk,
    ask: async (messages, more = {}) => {
      const headers = {
        authorization: "Bearer k",
        "x-api-key": "k",
        "x-goog-api-key": "k",
        "anthropic-version": "2023-06-01",
      };
      const body = JSON.stringify({ ...talk.body(messages), ...more });
      const response = await fetch(`https://provider.example${talk.path}`, { method: "POST", headers, body });
      follows.push(servedIn(response.headers.get(SERVED_HEADER))?.follows);
      return (await response.json()) as Json;
    },
    follows: () => follows,
    lanes: () => provider.served().map(({ lane }) => lane),
    faults: () => provider.finish().map(({ code, what }) => [code, what] as const),
  };
}
