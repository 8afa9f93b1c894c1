import { readEntries } from "../../io/files/folder-entries.ts";
import { workingPath } from "../../io/files/working-path.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { QueueFiles } from "../nats/files.ts";
import { jobFiles } from "./job-files.ts";
import { packEntries } from "./pack.ts";

/** Puts what jobs read into the object store. Jobs that read the same share it. */
export class SourcePacks {
  readonly #files: QueueFiles;
  readonly #extra: readonly string[];
  readonly #packs = new Map<string, Promise<string>>();

  /** `extra`: files and folders that every job gets. */
  constructor(files: QueueFiles, extra: readonly string[]) {
    this.#files = files;
    this.#extra = extra.map(workingPath);
  }

  /** The digests of the packs that a job needs. @throws HarnessError HX436, HX437, HX441, and what reading throws */
  digestsOf(scenario: Scenario): Promise<readonly string[]> {
    const groups = [...jobFiles(scenario), ...(this.#extra.length === 0 ? [] : [this.#extra])];
    return Promise.all(groups.map((paths) => this.#pack(paths)));
  }

  #pack(paths: readonly string[]): Promise<string> {
    const key = paths.join("\n");
    const packed = this.#packs.get(key) ?? this.#files.put(packEntries(paths.flatMap((path) => readEntries(path))));
    this.#packs.set(key, packed);
    return packed;
  }
}
