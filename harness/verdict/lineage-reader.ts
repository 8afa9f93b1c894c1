import { modelOf } from "../dialects/model-of.ts";
import type { Exchange, Header, RecordedResponse, Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import type { Layout } from "../kernel/layout.ts";
import { lastWords } from "../lineage/last-words.ts";
import { type Descent, type FirstDescent, Lineage } from "../lineage/lineage.ts";
import { digestRequest } from "../lineage/request-digest.ts";
import { callSays, statesSummary } from "../lineage/spoken.ts";
import { streamTexts } from "../wire-scan/stream-texts.ts";
import { readRequest } from "./read-request.ts";

/** Reads what lineage needs of each exchange of a recording. Answers are read again only where a task's giver is sought. */
export class LineageReader {
  readonly #recording: Recording;
  /** The parents that the user names, by child. */
  readonly #parentOf: ReadonlyMap<string, string>;
  readonly #lineage = new Lineage();
  /** Whether any answer was recorded so far. Where none was, a request without one is taken for answered. */
  #hasAnswers = false;

  constructor(recording: Recording, parentOf: ReadonlyMap<string, string> = new Map()) {
    this.#recording = recording;
    this.#parentOf = parentOf;
  }

  /** The descent of each exchange, by its id, now that all were seen. */
  settled(): ReadonlyMap<string, Descent> {
    return this.#lineage.settled();
  }

  /** @throws HarnessError HX256 where the recording names a parent that it does not hold, or holds behind this one */
  add(exchange: Exchange, layout: Layout): FirstDescent {
    const { id, path, host, headers, response, startedAtMs, firstByteMs } = exchange;
    const forkOf = this.#namedParent(exchange);
    this.#hasAnswers ||= response !== null;
    const digest = digestRequest(layout);
    const { length } = digest.messages;
    // What asks later asks the recording: one closure over the layout would hold every body.
    return this.#lineage.add({
      id,
      voice: `${layout.dialect} ${modelOf(layout, path) ?? ""}`,
      key: keyOf(headers, layout),
      host,
      digest,
      words: lastWords(layout),
      startedAtMs,
      answeredAtMs: startedAtMs === null || firstByteMs === null ? null : startedAtMs + firstByteMs,
      forkOf,
      isRefused: (response?.status ?? 200) >= 400,
      hasAnswer: () => !this.#hasAnswers || hasAnswer(this.#recording.load(id)),
      answered: (phrase) => answers(this.#recording.load(id), phrase),
      isWithoutAnswers: !this.#hasAnswers,
      callsBehind: (from, phrase) => calls(this.#recording.load(id), phrase, length - from),
      statesSummaryBehind: (from) => summarises(this.#recording.load(id), length - from),
    });
  }

  /** What the user says goes before what the recording says. */
  #namedParent({ id, forkOf }: Exchange): string | null {
    const said = this.#parentOf.get(id);
    if (said !== undefined) return said;
    if (forkOf === null) return null;
    const { ids } = this.#recording;
    const order = ids.indexOf(forkOf);
    if (order === -1) throw strayFork(id, `its parent ${forkOf} is not in the recording`);
    if (forkOf === id) throw strayFork(id, "an exchange is named as the fork of itself");
    if (order > ids.indexOf(id)) throw strayFork(id, `its parent ${forkOf} was sent after it`);
    return forkOf;
  }
}

/** Body members and headers in which clients and providers name a cache key or a session. */
const KEY_MEMBERS: readonly string[] = ["prompt_cache_key", "session_id"];
const KEY_HEADERS: readonly string[] = [
  "session_id",
  "session-id",
  "x-session-id",
  "x-session-affinity",
  "thread-id",
  "conversation_id",
  "conversation-id",
  "x-grok-conv-id",
];

/** Whose the request is, as far as it is named. A key that every request has anew tells nothing, and misleads nothing. */
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

/** An error, or a stream that never began or broke off, left the conversation without one. */
function hasAnswer({ response }: Exchange): boolean {
  return response !== null && response.status === 200 && response.body.length > 0 && !isCut(response);
}

/** By what the last event of a stream says, on any wire; what is no stream came whole. */
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

/** Whether an answer says a phrase, in its text or in the arguments of a call; a stream is put together first. */
function answers({ response }: Exchange, phrase: string): boolean {
  if (response === null) return false;
  const text = response.body.toString("utf8");
  if (text.includes(phrase)) return true;
  return [...streamTexts(text).values()].some((whole) => whole.includes(phrase));
}

/** Whether a call in the last `count` messages of a request says a phrase. It is read again: remembered requests hold no bodies. */
function calls(exchange: Exchange, phrase: string, count: number): boolean {
  if (!exchange.request.includes(phrase)) return false;
  const read = readRequest(exchange);
  return read !== null && callSays(read.layout, phrase, count);
}

function summarises(exchange: Exchange, count: number): boolean {
  const read = readRequest(exchange);
  return read !== null && statesSummary(read.layout, count);
}

function strayFork(id: string, what: string): HarnessError {
  return new HarnessError({
    code: "HX256",
    what,
    where: `exchange ${id}`,
    mend: "name in `forkOf` the exchange that it forks, or null",
    exit: 3,
  });
}
