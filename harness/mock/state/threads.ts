import { type Refusal, invalidRequest } from "../../providers/refusal.ts";
import type { Layout } from "../../kernel/layout.ts";
import { readParameter } from "../../cache-model/prompt/read-parameter.ts";
import type { WireRequest } from "../mock-wire.ts";

/** A conversation up to an answer, as the bytes between the brackets of its messages. */
type Turn = { readonly messages: Buffer; readonly askedMs: number; isContinued: boolean };

/** Thread state expires so long after its last request (platform.claude.com, Message threads, November 2026). */
const KEPT_MS = 300_000;

/**
 * Message threads: a request that continues one brings its new messages alone. Each response can be continued once, so
 * siblings cannot branch from one; nothing is cached by a thread itself, the whole conversation is the prompt.
 */
export class MockedThreads {
  readonly #turns = new Map<string, Turn>();

  /** The request with its whole conversation; null if it continues no thread; or why it cannot continue. */
  whole<Request extends WireRequest>(request: Request, layout: Layout, nowMs: number): Request | Refusal | null {
    const id = continued(layout);
    const messages = id === null ? null : messageSpan(layout);
    if (id === null || messages === null) return null;
    const turn = this.#turns.get(id);
    if (turn === undefined || nowMs - turn.askedMs >= KEPT_MS) return gone(id);
    if (turn.isContinued) return alreadyContinued(id);
    const { body } = request;
    const whole = [body.subarray(0, messages.start), turn.messages, COMMA, body.subarray(messages.start)];
    return { ...request, body: Buffer.concat(whole) };
  }

  /** An answer was planned to a request; `content` is what the answer holds. */
  keep(layout: Layout, id: string, content: unknown, nowMs: number): void {
    if (readParameter(layout, "thread") === undefined) return;
    const before = this.#turns.get(continued(layout) ?? "");
    if (before !== undefined) before.isContinued = true;
    const span = messageSpan(layout);
    if (span === null) return;
    const answer = Buffer.from(JSON.stringify({ role: "assistant", content }));
    const messages = Buffer.concat([layout.body.subarray(span.start, span.end), COMMA, answer]);
    this.#turns.set(id, { messages, askedMs: nowMs, isContinued: false });
    for (const [name, { askedMs }] of this.#turns) if (nowMs - askedMs >= KEPT_MS) this.#turns.delete(name);
  }
}

const COMMA = Buffer.from(",");

/** The response that a request continues; null if it continues no response. */
function continued(layout: Layout): string | null {
  if (readParameter(layout, "thread.type") !== "continue") return null;
  return String(readParameter(layout, "thread.previous_message_id"));
}

/** From the first message's brace to the last one's; null without messages. */
function messageSpan({ units }: Layout): { readonly start: number; readonly end: number } | null {
  const messages = units.filter(({ unit, pointer }) => unit === "envelope" && pointer.startsWith("/messages/"));
  const [first, last] = [messages[0], messages.at(-1)];
  return first === undefined || last === undefined ? null : { start: first.span.start, end: last.span.end };
}

/** A provider's message about an expired thread (@anthropic-ai/sdk 1.12.0, ThreadNotFoundError). */
function gone(id: string): Refusal {
  const message = `No usable Thread state was found for ${id}. Replay the full conversation.`;
  return { status: 404, type: "not_found_error", message, code: "thread_not_found" };
}

/** @anthropic-ai/sdk 1.12.0, ThreadAlreadyContinuedErrorDetails. */
function alreadyContinued(id: string): Refusal {
  const message = `${id} has already been continued. Continue from the Thread's most recent response id.`;
  return { ...invalidRequest(message), code: "thread_already_continued" };
}
