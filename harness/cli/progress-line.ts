import { startTimer } from "../io/clock.ts";
import type { Console } from "../io/console.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { headWithin } from "../report/tables/display-width.ts";

/** How far a run has come. */
export type Progress = {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly name: string;
};

/** Shows a run's progress until it is disposed of. */
export type ProgressLine = Disposable & {
  readonly show: (progress: Progress) => void;
  /** Makes room for another line. */
  readonly clear: () => void;
};

const eraseLine = "\r\u001B[K";

/** Between two lines of a log. */
const PAUSE_MS = 10_000;

/** One line on a watched terminal that is written over, a line every ten seconds in a log, and nothing for a program. */
export function makeProgressLine(
  streams: Console,
  { isQuiet, after = startTimer }: { readonly isQuiet: boolean; readonly after?: typeof startTimer },
): ProgressLine {
  if (isQuiet) return { show: () => {}, clear: () => {}, [Symbol.dispose]: () => {} };
  return streams.isTTY ? onTerminal(streams) : inLog(streams, after);
}

function onTerminal({ err, errStyle }: Console): ProgressLine {
  return {
    show: (progress) => {
      const text = `${textOf(progress)} ${escapeControlChars(progress.name)}`;
      err(eraseLine + headWithin(text, errStyle.columns - 1));
    },
    clear: () => err(eraseLine),
    [Symbol.dispose]: () => {},
  };
}

function inLog({ err }: Console, after: typeof startTimer): ProgressLine {
  let last: Progress | null = null;
  let cancel = after(PAUSE_MS, say);
  function say(): void {
    if (last !== null) err(`${textOf(last)}\n`);
    cancel = after(PAUSE_MS, say);
  }
  return {
    show: (progress) => {
      last = progress;
    },
    clear: () => {},
    [Symbol.dispose]: () => cancel(),
  };
}

function textOf({ done, total, failed }: Progress): string {
  return failed === 0 ? `${done}/${total}` : `${done}/${total}, ${failed} failed`;
}
