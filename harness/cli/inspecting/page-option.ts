import { BlockBook, EXCERPT } from "../../blocks/block-book.ts";
import { shellWord } from "../../init/shell-word.ts";
import type { Console } from "../../io/console.ts";
import { writeAtomically } from "../../io/files/disk.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { CounterTimeline } from "../../kernel/inspection/counter-timeline.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import { countersPage } from "../../page/counters-page.ts";
import type { PageData } from "../../page/page-data.ts";
import { type PageSource, recordingPage } from "../../page/recording-page.ts";
import { pageCounters } from "../../report/counters/page-counters.ts";
import { PAGE_BEGINS } from "../../page/page-begins.ts";
import { loadPage } from "../../page/render-page.ts";
import { type Invocation, valueOf } from "../command.ts";
import { claimReport } from "../claim-report.ts";
import { usageError } from "../usage-error.ts";

/** The page that `--html` writes at the end: its file is claimed at once, and its book sees each exchange as it is judged. */
export type PageOutput = Disposable & {
  readonly book: BlockBook;
  /** Answers the line to print. `paths` are those of the recording, as a command takes them. */
  readonly write: (inspection: Inspection, paths: readonly string[]) => Promise<string>;
  /** The same for a recording of which only counters survive. */
  readonly writeCounters: (timeline: CounterTimeline, paths: readonly string[]) => Promise<string>;
};

/**
 * Null without `--html`.
 *
 * @throws HarnessError HX505 for `--full-text` without it, and what `claimReport` throws
 */
export function pageOption(invocation: Invocation): PageOutput | null {
  const path = valueOf(invocation, "html");
  const isWhole = invocation.options.has("full-text");
  if (path === null) {
    if (isWhole)
      throw usageError("HX505", "--full-text has no report to fill", "add --html FILE, or leave --full-text out");
    return null;
  }
  const file = claimReport({ name: "--html", begins: PAGE_BEGINS }, path);
  const book = new BlockBook({ characters: isWhole ? Infinity : EXCERPT });
  const writeData = async (data: PageData): Promise<string> => {
    const render = await loadPage();
    writeAtomically(file.path, render(data), path);
    return `report: ${path}\n`;
  };
  return {
    book,
    write: async (inspection, paths) => {
      const { counters } = inspection;
      const words = counters === undefined ? null : pageCounters(counters);
      return await writeData(recordingPage(inspection, book.table(), sourceOf(paths), words));
    },
    writeCounters: async (timeline, paths) => await writeData(countersPage(sourceOf(paths), pageCounters(timeline))),
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
}

/**
 * Writes the page before `show` prints, since the reader of what is printed may leave early. A page that cannot be written fails the
 * command with its error, but once all is shown. `write` is null without `--html`.
 *
 * @throws HarnessError HX513 or HX516
 */
export async function withPage(
  write: (() => Promise<string>) | null,
  { err }: Console,
  show: () => Promise<void> | void,
): Promise<void> {
  let fault: HarnessError | null = null;
  try {
    if (write !== null) err(await write());
  } catch (thrown) {
    if (!(thrown instanceof HarnessError)) throw thrown;
    fault = thrown;
  }
  await show();
  if (fault !== null) throw fault;
}

/** Standard input can be read once, so a command cannot name it again. */
function sourceOf(paths: readonly string[]): PageSource {
  const judgeSource = paths.includes("-") ? null : paths.map(shellWord).join(" ");
  return { name: paths.map((path) => (path === "-" ? "standard input" : path)).join(", "), judgeSource };
}
