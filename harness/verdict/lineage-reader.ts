import { modelOf } from "../dialects/model-of.ts";
import type { Exchange, Header, Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import type { Relation } from "../kernel/inspection.ts";
import type { Layout } from "../kernel/layout.ts";
import { lastWords } from "../lineage/last-words.ts";
import { type Descent, Lineage } from "../lineage/lineage.ts";
import { digestRequest } from "../lineage/request-digest.ts";
import { streamTexts } from "../wire-scan/stream-texts.ts";

/** Reads what lineage needs of each exchange of a recording. Answers are read again only where a task's giver is sought. */
export class LineageReader {
  readonly #recording: Recording;
  readonly #lineage = new Lineage();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** The relation of each exchange, by its id, now that all were seen. */
  settled(): ReadonlyMap<string, Relation> {
    return this.#lineage.settled();
  }

  /** @throws HarnessError HX256 where the recording names a parent that it does not hold */
  add({ id, forkOf, path, headers, response, startedAtMs, firstByteMs }: Exchange, layout: Layout): Descent {
    if (forkOf !== null && (forkOf === id || !this.#recording.ids.includes(forkOf))) throw strayFork(id, forkOf);
    return this.#lineage.add({
      id,
      voice: `${layout.dialect} ${modelOf(layout, path) ?? ""}`,
      key: keyOf(headers, layout),
      digest: digestRequest(layout),
      words: lastWords(layout),
      startedAtMs,
      answeredAtMs: startedAtMs === null || firstByteMs === null ? null : startedAtMs + firstByteMs,
      forkOf,
      isRefused: (response?.status ?? 200) >= 400,
      hasAnswer: () => hasAnswer(this.#recording.load(id)),
      answered: (phrase) => answers(this.#recording.load(id), phrase),
    });
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

/** An error, or a stream that never began, left the conversation without one. */
function hasAnswer({ response }: Exchange): boolean {
  return response !== null && response.status === 200 && response.body.length > 0;
}

/** Whether an answer says a phrase, in its text or in the arguments of a call; a stream is put together first. */
function answers({ response }: Exchange, phrase: string): boolean {
  if (response === null) return false;
  const text = response.body.toString("utf8");
  if (text.includes(phrase)) return true;
  return [...streamTexts(text).values()].some((whole) => whole.includes(phrase));
}

function strayFork(id: string, forkOf: string): HarnessError {
  return new HarnessError({
    code: "HX256",
    what: forkOf === id ? "an exchange is named as the fork of itself" : `its parent ${forkOf} is not in the recording`,
    where: `exchange ${id}`,
    mend: "name in `forkOf` the exchange that it forks, or null",
    exit: 3,
  });
}
