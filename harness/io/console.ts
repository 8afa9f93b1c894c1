import type { TextStyle } from "../kernel/text-style.ts";
import { terminalSafe } from "../kernel/terminal-safe.ts";

/** The process's two streams: documents and reports on `out`, everything else on `err`, which people read: nothing that steers a terminal passes there. */
export type Console = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outStyle: TextStyle;
  readonly errStyle: TextStyle;
  /** Whether a person sees `err` as it is written: only then is progress worth showing. */
  readonly isWatched: boolean;
  /** Whether the reader of `out` has gone; what is printed from then on is dropped. */
  readonly isClosed: () => boolean;
};

type Stream = NodeJS.WriteStream;

const narrowest = 60;
const widest = 120;

/** Opens the console once per process. A reader that goes away (`| head`) is no fault: it ends the output quietly. */
export function openConsole(): Console {
  let closed = false;
  onReaderGone(process.stdout, () => {
    closed = true;
  });
  onReaderGone(process.stderr, () => {});
  return {
    out: (text) => {
      if (!closed) process.stdout.write(text);
    },
    err: (text) => {
      process.stderr.write(terminalSafe(text));
    },
    outStyle: styleOf(process.stdout),
    errStyle: styleOf(process.stderr),
    isWatched: process.stderr.isTTY && process.env["TERM"] !== "dumb",
    isClosed: () => closed,
  };
}

/**
 * `FORCE_COLOR` decides where it is set, as in Node itself; then `NO_COLOR` (no-color.org: any value but the empty one);
 * then whether a terminal reads the stream.
 */
export function wantsColour(
  environment: { readonly [name: string]: string | undefined },
  isTerminal: boolean,
): boolean {
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if ((environment["NO_COLOR"] ?? "") !== "") return false;
  return isTerminal && environment["TERM"] !== "dumb";
}

function onReaderGone(stream: Stream, note: () => void): void {
  stream.on("error", (fault: NodeJS.ErrnoException) => {
    // A terminal that was closed answers EIO.
    if (fault.code !== "EPIPE" && fault.code !== "EIO") throw fault;
    note();
  });
}

function styleOf(stream: Stream): TextStyle {
  return {
    colour: wantsColour(process.env, stream.isTTY),
    // A terminal that does not know its width says 0.
    columns: stream.isTTY && stream.columns > 0 ? Math.min(Math.max(stream.columns, narrowest), widest) : 80,
  };
}
