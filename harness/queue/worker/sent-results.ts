import { lengthOf } from "../../io/packed/compress.ts";
import type { JobMessage, ResultMessage } from "../messages.ts";
import type { PackedContent } from "../nats/files.ts";

/** More than a server keeps in memory before it writes: a worker sends up to 64 at once. */
const MOST = 512;

/** The most bytes of their files. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A result, and the files that it names. */
export type ResultWithFiles = { readonly result: ResultMessage; readonly files: readonly PackedContent[] };

type Sent = ResultWithFiles & { readonly run: string };

/** The latest results that the server took. One that crashed may have lost them, and delivers their jobs again. */
export class SentResults {
  readonly #sent = new Map<string, Sent>();
  #bytes = 0;

  add({ run }: Pick<JobMessage, "run">, { result, files }: ResultWithFiles): void {
    this.#drop(keyOf(run, result.index));
    this.#sent.set(keyOf(run, result.index), { run, result, files });
    this.#bytes += bytesOf(files);
    for (const key of this.#sent.keys()) {
      if (this.#sent.size <= MOST && this.#bytes <= MOST_BYTES) break;
      this.#drop(key);
    }
  }

  find({ run, index }: Pick<JobMessage, "run" | "index">): ResultWithFiles | null {
    return this.#sent.get(keyOf(run, index)) ?? null;
  }

  /** All of them, by run. */
  byRun(): ReadonlyMap<string, readonly ResultWithFiles[]> {
    return Map.groupBy(this.#sent.values(), ({ run }) => run);
  }

  #drop(key: string): void {
    this.#bytes -= bytesOf(this.#sent.get(key)?.files ?? []);
    this.#sent.delete(key);
  }
}

function bytesOf(files: readonly PackedContent[]): number {
  return lengthOf(files.map(({ packed }) => packed));
}

function keyOf(run: string, index: number): string {
  return `${run}.${index}`;
}
