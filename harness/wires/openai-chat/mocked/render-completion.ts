import { providerNamed } from "../../../providers/list.ts";
import type { ChatSpelling } from "../../../providers/provider.ts";
import { callId } from "../../../mock/call-id.ts";
import { cutText } from "../../../mock/script/cut-text.ts";
import type { Answer, Rendering } from "../../../mock/mock-wire.ts";
import { eventStream, wholeDocument } from "../../../mock/rendering.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";
import { chatUsage } from "./chat-usage.ts";

type Json = Readonly<Record<string, unknown>>;

/** The answer that is not streamed. */
export function renderCompletion(answer: Answer, provider: string): Rendering {
  const { content } = answer.message;
  const calls = content.flatMap((block, index) => (block.type === "call" ? [toolCall(answer, block, index)] : []));
  const said = textOf(content);
  const refused = answer.message.stopReason === "refusal";
  const message = {
    role: "assistant",
    content: refused || (said === "" && calls.length > 0) ? null : said,
    refusal: refused ? said : null,
    ...(provider === "openai" ? { annotations: [] } : {}),
    ...reasoningOf(content, provider),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const choice = { index: 0, message: known(message, provider), logprobs: null, finish_reason: finishReason(answer) };
  return wholeDocument({
    ...envelope(answer, "chat.completion", provider),
    choices: [known(choice, provider)],
    usage: chatUsage(answer, provider),
  });
}

/**
 * The chunks of a streamed answer. OpenAI reports usage in a chunk of its own without choices, and only if asked; others
 * report it with the last choice, asked or not; Moonshot inside that choice; Groq twice (harness/providers/FACTS.md#anthropic-usage).
 */
export function renderChunks(
  answer: Answer,
  { provider, asksForUsage }: { readonly provider: string; readonly asksForUsage: boolean },
): Rendering {
  const base = envelope(answer, "chat.completion.chunk", provider);
  const chunk = (delta: Json, finish: string | null = null): Json => ({
    ...base,
    choices: [known({ index: 0, delta: known(delta, provider), logprobs: null, finish_reason: finish }, provider)],
    ...(asksForUsage ? { usage: null } : {}),
  });
  const last = chunk({}, finishReason(answer));
  const ending = withUsage(last, chatUsage(answer, provider), {
    base,
    place: spellingOf(provider).usagePlace ?? "own-chunk",
    asksForUsage,
  });
  const events = [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...deltas(answer, provider).map((delta) => chunk(delta)),
    ...ending,
  ];
  return eventStream(
    events.map((data) => ({ name: null, data })),
    { contentType: "text/event-stream; charset=utf-8", end: "data: [DONE]\n\n" },
  );
}

type UsagePlace = NonNullable<ChatSpelling["usagePlace"]> | "own-chunk";

function withUsage(
  last: Json,
  usage: Json,
  { base, place, asksForUsage }: { readonly base: Json; readonly place: UsagePlace; readonly asksForUsage: boolean },
): readonly Json[] {
  const own = asksForUsage ? [{ ...base, choices: [], usage }] : [];
  switch (place) {
    case "own-chunk":
      return [last, ...own];
    case "last-choice":
      return [{ ...last, usage }];
    case "in-choice": {
      const [choice] = Array.isArray(last["choices"]) ? last["choices"] : [];
      return [{ ...last, choices: [{ ...choice, usage }] }, ...own];
    }
    case "both":
      return [{ ...last, usage, x_groq: { usage } }, ...own];
    default:
      return place satisfies never;
  }
}

function deltas(answer: Answer, provider: string): readonly Json[] {
  let call = -1;
  return answer.message.content.flatMap((block, index): readonly Json[] => {
    switch (block.type) {
      case "text":
        return cutText(block.text).map((text) =>
          answer.message.stopReason === "refusal" ? { refusal: text } : { content: text },
        );
      case "thinking": {
        const name = spellingOf(provider).reasoning;
        return name === undefined ? [] : cutText(block.text).map((text) => ({ [name]: text }));
      }
      case "call": {
        call += 1;
        const { id, type, function: named } = toolCall(answer, block, index);
        const opening = { index: call, id, type, function: { name: named.name, arguments: "" } };
        const more = cutText(named.arguments).map((part) => ({ index: call, function: { arguments: part } }));
        return [opening, ...more].map((each) => ({ tool_calls: [each] }));
      }
      default:
        return block satisfies never;
    }
  });
}

function reasoningOf(content: readonly ScriptedBlock[], provider: string): Json {
  const name = spellingOf(provider).reasoning;
  const thought = content.flatMap((block) => (block.type === "thinking" ? [block.text] : [])).join("");
  return name === undefined || thought === "" ? {} : { [name]: thought };
}

function textOf(content: readonly ScriptedBlock[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
}

function toolCall(
  { name }: Answer,
  { tool, input }: Extract<ScriptedBlock, { readonly type: "call" }>,
  index: number,
): {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
} {
  return {
    id: callId("call", name, index),
    type: "function",
    function: { name: tool, arguments: JSON.stringify(input) },
  };
}

function envelope({ name, model, nowMs }: Answer, object: string, provider: string): Json {
  const created = Math.floor(nowMs / 1_000);
  const members = { id: `chatcmpl-${name}`, object, created, model, service_tier: "default", system_fingerprint: null };
  return known(members, provider);
}

/** How the provider differs from OpenAI, which shows no reasoning on this wire format and only counts it. */
function spellingOf(provider: string): ChatSpelling {
  return providerNamed(provider)?.chat ?? {};
}

function known(members: Json, provider: string): Json {
  const { omits } = spellingOf(provider);
  if (omits === undefined) return members;
  return Object.fromEntries(
    Object.entries(members).filter(
      ([name, value]) => !omits.includes(name) || (typeof value === "string" && name === "refusal"),
    ),
  );
}

function finishReason({ message }: Answer): string {
  return FINISH[message.stopReason];
}

const FINISH = { end_turn: "stop", tool_use: "tool_calls", max_tokens: "length", refusal: "content_filter" } as const;
