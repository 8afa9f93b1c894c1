import { readMessageOnce, type SaidMessage } from "../../wires/shared/said/read-message.ts";
import { wireNamed } from "../../wires/list.ts";
import { readSaidAnswer } from "../../wires/shared/said/read-said-answer.ts";
import { modelOf } from "../../wires/model-of.ts";
import type { Exchange, Header, RecordedResponse, Recording } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Layout } from "../../kernel/layout.ts";
import { lastMessages } from "../../lineage/requests/last-messages.ts";
import { lastMessageText } from "../../lineage/requests/last-message-text.ts";
import type { Descent, FirstDescent } from "../../lineage/requests/descent.ts";
import { Lineage } from "../../lineage/lineage.ts";
import { callKey } from "../../lineage/requests/digest.ts";
import { digestCall, digestItem, digestRequest } from "../../lineage/requests/request-digest.ts";
import type { Answer, NamedParent, Outcome, RequestSummary } from "../../lineage/requests/request-summary.ts";
import { whyUnanswered } from "../costs/why-unanswered.ts";
import { readRequest } from "../read-request.ts";
import { statesSummary } from "../../lineage/requests/summary-text.ts";

/** Reads what lineage needs of each exchange of a recording. */
export class LineageReader {
  readonly #recording: Recording;
  /** The parents that the user names, by child. */
  readonly #parentOf: ReadonlyMap<string, string>;
  readonly #lineage = new Lineage();
  /** Whether the recording held any answer so far. Without any answer, a request without one counts as answered. */
  #hasAnswers = false;
  #orders: ReadonlyMap<string, number> | null = null;

  constructor(recording: Recording, parentOf: ReadonlyMap<string, string> = new Map()) {
    this.#recording = recording;
    this.#parentOf = parentOf;
  }

  /** The descent of each exchange, by its id, now that all were seen. */
  settled(): ReadonlyMap<string, Descent> {
    return this.#lineage.settled(this.#again);
  }

  /** The same, each with its id, in their order, and none of them kept. To be gone through once. */
  settledOneByOne(): Iterable<readonly [id: string, descent: Descent]> {
    return this.#lineage.settledOneByOne(this.#again);
  }

  /** @throws HarnessError HX256 where the recording names a parent that it does not hold, or holds behind this one */
  add(exchange: Exchange, layout: Layout): FirstDescent {
    return this.#lineage.add(this.#summaryOf(exchange, layout));
  }

  readonly #again = (id: string): RequestSummary | null => {
    const exchange = (this.#recording.loadReadable ?? this.#recording.load)(id);
    const read = exchange && readRequest(exchange);
    return exchange && read && this.#summaryOf(exchange, read.layout);
  };

  #summaryOf(exchange: Exchange, layout: Layout): RequestSummary {
    const { id, path, host, headers, response, startedAtMs, firstByteMs } = exchange;
    const named = this.#namedParent(exchange);
    this.#hasAnswers ||= response !== null;
    const digest = digestRequest(layout);
    const { places, seen } = digest;
    const behind = (from: number): number => (from >= places.length ? 0 : seen - (places.at(from) ?? 0));
    const outcome = this.#outcomeOf(exchange);
    return {
      id,
      voice: `${layout.dialect} ${modelOf(layout, path) ?? ""}`,
      key: keyOf(headers, layout),
      host,
      digest,
      words: lastMessageText(layout),
      startedAtMs,
      answeredAtMs: startedAtMs === null || firstByteMs === null ? null : startedAtMs + firstByteMs,
      clock: this.#recording.clockOf?.(id) ?? 0,
      named,
      outcome,
      // The part of a stream before it broke off may still be evidence.
      answer: response !== null && outcome !== "refused" ? readGiven(layout, response) : null,
      behind: readBehind(layout, behind),
      statesSummaryBehind: (from) => statesSummary(layout, behind(from)),
    };
  }

  #outcomeOf(exchange: Pick<Exchange, "response" | "outcome">): Outcome {
    const { response, outcome = null } = exchange;
    const why = whyUnanswered(exchange);
    if (why === "refused" || why === "unreachable") return "refused";
    const wasWatched = this.#hasAnswers || (outcome !== null && outcome !== "complete");
    if (response === null) return wasWatched ? "cut" : "unrecorded";
    return response.status === 200 && response.body.length > 0 && !isCut(response) ? "answered" : "cut";
  }

  /** Parents that the user names take precedence over those in the recording. */
  #namedParent({ id, forkOf }: Exchange): NamedParent | null {
    const said = this.#parentOf.get(id);
    if (said !== undefined) return { id: said, by: "said" };
    if (forkOf === null) return null;
    const [own, order] = [this.#orderOf(id), this.#orderOf(forkOf)];
    if (order === undefined) throw strayFork(id, `its parent ${forkOf} is not in the recording`);
    if (forkOf === id) throw strayFork(id, "an exchange is named as the fork of itself");
    if (order > (own ?? 0)) throw strayFork(id, `its parent ${forkOf} was sent after it`);
    return { id: forkOf, by: "forkOf" };
  }

  #orderOf(id: string): number | undefined {
    this.#orders ??= new Map(this.#recording.ids.map((each, order) => [each, order]));
    return this.#orders.get(id);
  }
}

/** The last messages of a request. */
function readBehind(layout: Layout, count: (from: number) => number): (from: number) => readonly SaidMessage[] {
  return (from) => lastMessages(layout, count(from)).map(({ start, end }) => readMessageOnce(layout, start, end));
}

/** The answer to a request, in the form that its continuations repeat. */
function readGiven({ dialect }: Layout, response: RecordedResponse): Answer | null {
  const said = readSaidAnswer(wireNamed(dialect), response);
  if (said.length === 0) return null;
  const calls = said.filter((item) => item.kind === "call");
  return {
    items: said.map(digestItem),
    calls: calls.map(digestCall),
    ids: calls.flatMap(({ id }) => (id === null ? [] : callKey(id))),
    inputs: calls.flatMap(({ strings }) => strings),
    text: said.findLast((item) => item.kind === "text")?.text ?? null,
  };
}

/** Body members and headers in which clients and providers name a cache key or a session. */
const KEY_MEMBERS: readonly string[] = ["prompt_cache_key", "session_id", "metadata"];
const KEY_HEADERS: readonly string[] = [
  "session_id",
  "session-id",
  "x-session-id",
  "x-session-affinity",
  "thread-id",
  "conversation_id",
  "conversation-id",
  "x-grok-conv-id",
  "x-claude-code-session-id",
  "x-claude-code-agent-id",
];

/** The names of a request's owner, as far as it has any. A key that is new in every request neither helps nor misleads. */
function keyOf(headers: readonly Header[], { body, parameters }: Layout): string {
  const members = parameters.filter(({ name }) => KEY_MEMBERS.includes(name));
  const named = headers.filter(([name]) => KEY_HEADERS.includes(name.toLowerCase()));
  return [
    ...members.map(({ name, value }) => `${name}=${body.toString("utf8", value.start, value.end)}`),
    ...named.map(([name, value]) => `${name.toLowerCase()}=${value}`),
  ]
    .sort()
    .join("\n");
}

/** Decided by the last event of a stream, in any wire format; a body that is not a stream is whole. */
const ENDS: readonly string[] = [
  "message_stop",
  "[DONE]",
  "response.completed",
  "response.incomplete",
  "response.failed",
  "finishReason",
];

function isCut({ contentType, body }: RecordedResponse): boolean {
  return contentType?.includes("event-stream") === true && !ENDS.some((end) => body.includes(end));
}

function strayFork(id: string, what: string): HarnessError {
  return new HarnessError({
    code: "HX256",
    what,
    where: `exchange ${id}`,
    fix: "name in `forkOf` the exchange that it forks, or null",
    exit: 3,
  });
}
