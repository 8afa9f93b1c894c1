import { modelOf } from "../dialects/model-of.ts";
import type { Exchange, Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import type { Layout } from "../kernel/layout.ts";
import { lastWords } from "../lineage/last-words.ts";
import { type Descent, Lineage } from "../lineage/lineage.ts";
import { RequestDigester } from "../lineage/request-digest.ts";
import { streamTexts } from "../wire-scan/stream-texts.ts";

/** Reads what lineage needs of each exchange of a recording. Answers are read again only where a task's giver is sought. */
export class LineageReader {
  readonly #recording: Recording;
  readonly #lineage = new Lineage();
  readonly #digester = new RequestDigester();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** @throws HarnessError HX256 where the recording names a parent that it does not hold */
  add({ id, forkOf }: Exchange, layout: Layout): Descent {
    if (forkOf !== null && (forkOf === id || !this.#recording.ids.includes(forkOf))) throw strayFork(id, forkOf);
    return this.#lineage.add({
      id,
      voice: `${layout.dialect} ${modelOf(layout) ?? ""}`,
      digest: this.#digester.digest(layout),
      words: lastWords(layout),
      forkOf,
      hasAnswer: () => hasAnswer(this.#recording.load(id)),
      answered: (phrase) => answers(this.#recording.load(id), phrase),
    });
  }
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
