import { fstatSync, writeSync } from "node:fs";

import type { TextStyle } from "../kernel/text/text-style.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { workflowSafe } from "../kernel/text/workflow-safe.ts";
import { wasStdoutClosed } from "./closed-stdout.ts";

/**
 * The process's two streams: documents and reports on `out`, everything else on `err`, which people read: nothing that steers a
 * terminal passes there. Neither passes a line that a CI runner would take for a command.
 */
export type Console = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Lines that the CI runner is meant to read as commands. */
  readonly commands: (text: string, stream: "out" | "err") => void;
  readonly outStyle: TextStyle;
  readonly errStyle: TextStyle;
  /** Whether a person sees `err` as it is written: only then is progress worth showing. */
  readonly isTTY: boolean;
  /** True if the reader of `out` has gone, or `out` failed; later output is dropped. */
  readonly isClosed: () => boolean;
};

/** The console of this process. */
export type OpenConsole = Console & {
  /** The fault of the system (such as `ENOSPC`) that a write to `out` met; null where all was written, or its reader left. */
  readonly fault: () => string | null;
};

type Stream = NodeJS.WriteStream;

/** What a write to a closed descriptor meets. Node has put the null device in its place, which takes everything. */
const CLOSED = Object.assign(new Error("stdout is closed"), { code: "EBADF" });

const narrowest = 60;
const widest = 140;

/** Opens the console once per process. A reader that goes away (`| head`) is not an error: output then ends quietly. */
export function openConsole(): OpenConsole {
  let closed = false;
  let fault: string | null = null;
  const fail = (thrown: unknown): void => {
    closed = true;
    if (fault === null && !isReaderGone(errnoOf(thrown))) fault = errnoOf(thrown);
  };
  process.stdout.on("error", fail);
  // No stream is left to report this on.
  process.stderr.on("error", () => {});
  const writeOut = (text: string): void => {
    if (closed) return;
    try {
      if (isShut) throw CLOSED;
      write(text);
    } catch (thrown) {
      fail(thrown);
    }
  };
  const isShut = wasStdoutClosed();
  const write = isFile(1) ? (text: string) => writeWhole(1, text) : (text: string) => process.stdout.write(text);
  return {
    out: (text) => writeOut(workflowSafe(text)),
    err: (text) => {
      process.stderr.write(workflowSafe(terminalSafe(text)));
    },
    commands: (text, stream) => (stream === "out" ? writeOut(text) : void process.stderr.write(text)),
    outStyle: styleOf(process.stdout),
    errStyle: styleOf(process.stderr),
    isTTY: process.stderr.isTTY && process.env["TERM"] !== "dumb",
    // A write to a pipe fails at once if its reader has left; its event comes only when this process waits for events.
    isClosed: () => closed || process.stdout.errored !== null,
    fault: () => fault,
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

/** A terminal that was closed answers EIO, as a disk does that is broken. */
function isReaderGone(errno: string): boolean {
  return errno === "EPIPE" || (errno === "EIO" && process.stdout.isTTY);
}

function errnoOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : String(thrown);
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

/** On a disk that is nearly full a write takes what fits and reports no fault. Node's own stream drops the rest in silence. */
function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

function styleOf(stream: Stream): TextStyle {
  return {
    colour: wantsColour(process.env, stream.isTTY),
    // A terminal that does not know its width says 0.
    columns: stream.isTTY && stream.columns > 0 ? Math.min(Math.max(stream.columns, narrowest), widest) : 80,
  };
}
