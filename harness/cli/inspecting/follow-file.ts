import { GrowingLines } from "../../cassette/lines/growing-lines.ts";
import { startTimer } from "../../io/clock.ts";
import type { Console } from "../../io/console.ts";
import { statKind } from "../../io/files/disk.ts";
import { endingSignals } from "../../io/held-signals.ts";
import { listenForInterrupt } from "../../io/signals.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { renderError } from "../../report/render-error.ts";
import { errorDocument } from "../error-document.ts";
import { usageError } from "../usage-error.ts";
import { watchExchanges } from "./watch-exchanges.ts";

const POLL_MS = 300;

/**
 * Prints a line for each request that another process appends to a file, until Ctrl-C.
 *
 * @throws HarnessError HX504 for anything but a file
 */
export async function followFile(path: string, streams: Pick<Console, "err" | "errStyle">): Promise<void> {
  if (statKind(path) !== "file")
    throw usageError(
      "HX504",
      `--follow needs a JSON Lines file, and ${path} is not a file`,
      "name the file that grows",
    );
  const watch = await watchExchanges(streams);
  const lines = new GrowingLines(path);
  using interrupt = listenForInterrupt(() => streams.err("\n"), endingSignals);
  streams.err(`following ${path}; Ctrl-C ends it\n`);
  while (!interrupt.requested()) {
    for (const each of lines.next()) {
      if (each instanceof HarnessError) streams.err(renderError(errorDocument(each), streams.errStyle));
      else watch.see(each.id, each.load);
    }
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
