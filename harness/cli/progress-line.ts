import type { Console } from "../io/console.ts";
import { headWithin } from "../report/tables/display-width.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";

/** One line on a watched terminal that is written over as a run goes on; nothing anywhere else. */
export type ProgressLine = {
  readonly show: (done: number, total: number, name: string) => void;
  readonly clear: () => void;
};

const eraseLine = "\r\u001B[K";

export function makeProgressLine({ err, errStyle, isTTY }: Console): ProgressLine {
  if (!isTTY) return { show: () => {}, clear: () => {} };
  return {
    show: (done, total, name) => {
      const text = `${done}/${total} ${escapeControlChars(name)}`;
      err(eraseLine + headWithin(text, errStyle.columns - 1));
    },
    clear: () => {
      err(eraseLine);
    },
  };
}
