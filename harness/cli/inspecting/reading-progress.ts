import type { Console } from "../../io/console.ts";
import { makeProgressLine } from "../progress-line.ts";

/** Shows on a watched terminal how far a recording was read, until it is disposed of: a long log is read for minutes. */
export type ReadingProgress = Disposable & {
  /** Before file `at` of `total` is opened, from 0. */
  readonly opens: (path: string, at: number, total: number) => void;
  /** Once a request was judged. */
  readonly judged: (total: number) => void;
  /** Makes room for another line. */
  readonly clear: () => void;
};

/** Between two states of the line: more would be written than can be read. */
const REQUESTS = 32;

export function readingProgress(streams: Console, isQuiet: boolean): ReadingProgress {
  const line = makeProgressLine(streams, { isQuiet: isQuiet || !streams.isTTY });
  let done = 0;
  return {
    opens: (name, at, total) => line.show({ done: at, total, failed: 0, name }),
    judged: (total) => {
      done += 1;
      if (done % REQUESTS === 0) line.show({ done, total, failed: 0, name: "requests" });
    },
    clear: line.clear,
    [Symbol.dispose]: line.clear,
  };
}
