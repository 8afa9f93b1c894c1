import { GrowingLines } from "../../cassette/lines/growing-lines.ts";
import { startTimer } from "../../io/clock.ts";
import type { Console } from "../../io/console.ts";
import { statKind } from "../../io/files/disk.ts";
import { type NamedFile, openIfThere } from "../../io/files/read-at.ts";
import { endingSignals } from "../../io/held-signals.ts";
import { type Interrupt, listenForInterrupt } from "../../io/signals.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { renderError } from "../../report/render-error.ts";
import { errorDocument } from "../error-document.ts";
import { usageError } from "../usage-error.ts";
import { watchExchanges } from "./watch-exchanges.ts";

const POLL_MS = 300;

type Streams = Pick<Console, "err" | "errStyle">;

/** A log that was followed. Its last file stays open until the verdict on it is there, so that no other file can pass for it. */
export type FollowedLog = Disposable & {
  /** Asked once the path is open for the verdict: how many requests were shown that its file does not hold. Says so. */
  readonly lost: () => number;
};

/**
 * Prints a line for each request that another process appends to a file, until Ctrl-C.
 *
 * @throws HarnessError HX504 for anything but a file, HX515 if no file is left of what was shown
 */
export async function followFile(path: string, streams: Streams): Promise<FollowedLog> {
  if (statKind(path) !== "file")
    throw usageError(
      "HX504",
      `--follow needs a JSON Lines file, and ${path} is not a file`,
      "name the file that grows",
    );
  const name = escapeControlChars(path);
  using interrupt = listenForInterrupt(() => streams.err("\n"), endingSignals);
  streams.err(`following ${name}; Ctrl-C ends it\n`);
  let gone = 0;
  let last: FollowedFile | null = null;
  for (let isFirst = true; last === null && !interrupt.requested(); isFirst = false) {
    const file = openIfThere(path);
    if (file === null) await pause(POLL_MS, interrupt.signal);
    else {
      if (!isFirst) streams.err(`${name} was rotated or cut: following it from its start\n`);
      const followed: FollowedFile = await followOne(file, streams, interrupt);
      if (followed.isReplaced) gone += followed.seen;
      else last = followed;
    }
  }
  return followedLog(path, last, gone, streams);
}

function followedLog(path: string, last: FollowedFile | null, gone: number, { err }: Streams): FollowedLog {
  const close = (): void => last?.[Symbol.dispose]();
  const shown = gone + (last?.seen ?? 0);
  if (shown > 0 && statKind(path) !== "file") {
    close();
    throw nothingLeft(path, shown);
  }
  const lost = (): number => {
    const count = last === null || last.isWhole() ? gone : shown;
    const name = escapeControlChars(path);
    if (count > 0)
      err(`left out: at least ${pluralize(count, "request")} that ${name} held before it was rotated or cut\n`);
    return count;
  };
  return { lost, [Symbol.dispose]: close };
}

function nothingLeft(path: string, shown: number): HarnessError {
  return new HarnessError({
    code: "HX515",
    what: `cannot be read: the file is gone, and with it at least ${pluralize(shown, "request")} that it held`,
    where: path,
    fix: "inspect the file that it was renamed to",
    exit: 3,
  });
}

/** One file that was followed. It is still open unless it was replaced. */
type FollowedFile = Disposable & {
  readonly seen: number;
  readonly isReplaced: boolean;
  /** Whether the path still names it, and it still holds all that was seen. */
  readonly isWhole: () => boolean;
};

/** Follows one file until another one takes its place, it is cut, or Ctrl-C. */
async function followOne(file: NamedFile, streams: Streams, interrupt: Interrupt): Promise<FollowedFile> {
  const lines = new GrowingLines(file);
  const close = (): void => file[Symbol.dispose]();
  let isReplaced = true;
  try {
    const shown = await showLines(file, lines, streams, interrupt);
    isReplaced = shown.isReplaced;
    return { ...shown, isWhole: () => lines.isWhole(), [Symbol.dispose]: close };
  } finally {
    if (isReplaced) close();
  }
}

async function showLines(
  file: NamedFile,
  lines: GrowingLines,
  streams: Streams,
  interrupt: Interrupt,
): Promise<Pick<FollowedFile, "seen" | "isReplaced">> {
  const watch = await watchExchanges(streams);
  let seen = 0;
  let isThere = true;
  for (;;) {
    // Looked at once more behind Ctrl-C: the file may have been replaced at last, and the verdict would leave out its requests.
    const isLast = interrupt.requested();
    const { written, standing } = lines.grow();
    for (const each of written) {
      seen += 1;
      if (each instanceof HarnessError) streams.err(renderError(errorDocument(each), streams.errStyle));
      else watch.see(each.id, each.load);
    }
    if (standing === "replaced") return { seen, isReplaced: true };
    if (isThere && standing === "missing")
      streams.err(`${escapeControlChars(file.path)} is missing: waiting for the next one\n`);
    isThere = standing !== "missing";
    if (isLast) return { seen, isReplaced: false };
    await pause(POLL_MS, interrupt.signal);
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    if (signal.aborted) settle();
    const cancel = startTimer(delayMs, settle);
    signal.addEventListener(
      "abort",
      () => {
        cancel();
        settle();
      },
      { once: true },
    );
  });
}
