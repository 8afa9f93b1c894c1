import { GrowingLines } from "../../cassette/lines/growing-lines.ts";
import { startTimer } from "../../io/clock.ts";
import type { Console } from "../../io/console.ts";
import { statKind } from "../../io/files/disk.ts";
import { endingSignals } from "../../io/held-signals.ts";
import { listenForInterrupt } from "../../io/signals.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { renderError } from "../../report/render-error.ts";
import { errorDocument } from "../error-document.ts";
import { usageError } from "../usage-error.ts";
import { watchExchanges } from "./watch-exchanges.ts";

const POLL_MS = 300;

/**
 * Prints a line for each request that another process appends to a file, until Ctrl-C. Returns how many of these requests the file does not
 * hold any more, since it was rotated or cut.
 *
 * @throws HarnessError HX504 for anything but a file
 */
export async function followFile(path: string, streams: Pick<Console, "err" | "errStyle">): Promise<number> {
  if (statKind(path) !== "file")
    throw usageError(
      "HX504",
      `--follow needs a JSON Lines file, and ${path} is not a file`,
      "name the file that grows",
    );
  const name = escapeControlChars(path);
  let watch = await watchExchanges(streams);
  let lines = new GrowingLines(path);
  let [seen, lost, isThere] = [0, 0, true];
  using interrupt = listenForInterrupt(() => streams.err("\n"), endingSignals);
  streams.err(`following ${name}; Ctrl-C ends it\n`);
  while (!interrupt.requested()) {
    const wasThere = isThere;
    isThere = statKind(path) === "file";
    if (wasThere && !isThere) streams.err(`${name} is missing: waiting for the next one\n`);
    if (isThere && lines.wasReplaced()) {
      streams.err(`${name} was rotated or cut: following it from its start\n`);
      [watch, lines] = [await watchExchanges(streams), new GrowingLines(path)];
      [seen, lost] = [0, lost + seen];
    }
    for (const each of lines.next()) {
      if (each instanceof HarnessError) streams.err(renderError(errorDocument(each), streams.errStyle));
      else {
        seen += 1;
        watch.see(each.id, each.load);
      }
    }
    await pause(POLL_MS, interrupt.signal);
  }
  if (lost > 0)
    streams.err(`left out: at least ${pluralize(lost, "request")} that ${name} held before it was rotated or cut\n`);
  return lost;
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
