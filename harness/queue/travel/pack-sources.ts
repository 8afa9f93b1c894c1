import { readEntries } from "../../io/files/folder-entries.ts";
import { workingPath } from "../../io/files/working-path.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { QueueFiles } from "../nats/files.ts";
import type { Attachment } from "../nats/send-body.ts";
import { jobFiles, refuseOutside } from "./job-files.ts";
import { packEntries } from "./pack.ts";

/** What a job reads: the names of its packs, and those that travel with the job itself. */
export type JobPacks = { readonly names: readonly string[]; readonly attached: readonly Attachment[] };

/**
 * The files of jobs, packed. A pack travels with the first job that reads it. Most recordings have one reader, and a message of their
 * own would double the requests. The second reader has it put into the store, where all others find it.
 */
export class SourcePacks {
  readonly #files: QueueFiles;
  readonly #extra: readonly string[];
  /** Names of packs by the paths in them. */
  readonly #names = new Map<string, string>();
  readonly #stored = new Map<string, Promise<string>>();

  /** `extra`: files and folders that every job gets. @throws HarnessError HX441, and what reading them throws */
  constructor(files: QueueFiles, extra: readonly string[]) {
    this.#files = files;
    this.#extra = extra.map(workingPath);
    for (const path of this.#extra) refuseOutside("--queue-files", path);
    if (this.#extra.length > 0) this.#names.set(keyOf(this.#extra), this.#files.nameOf(read(this.#extra)));
  }

  /** For a job that is about to be published. @throws HarnessError HX436, HX437, HX441, and what reading throws */
  async packsOf(scenario: Scenario): Promise<JobPacks> {
    const packs = await Promise.all(this.#groupsOf(scenario).map((paths) => this.#pack(paths)));
    return {
      names: packs.map(({ name }) => name),
      attached: packs.flatMap(({ name, bytes }) => (bytes === null ? [] : { name, bytes })),
    };
  }

  /** What a job would read now, without sending it. @throws HarnessError HX441, and what reading throws */
  namesOf(scenario: Scenario): readonly string[] {
    return this.#groupsOf(scenario).map((paths) => {
      const key = keyOf(paths);
      const name = this.#names.get(key) ?? this.#files.nameOf(read(paths));
      this.#names.set(key, name);
      return name;
    });
  }

  #groupsOf(scenario: Scenario): readonly (readonly string[])[] {
    return [...jobFiles(scenario), ...(this.#extra.length === 0 ? [] : [this.#extra])];
  }

  async #pack(paths: readonly string[]): Promise<{ readonly name: string; readonly bytes: Buffer | null }> {
    const key = keyOf(paths);
    if (this.#names.has(key)) {
      const storing = this.#stored.get(key) ?? this.#files.put(read(paths));
      this.#stored.set(key, storing);
      return { name: await storing, bytes: null };
    }
    const bytes = read(paths);
    const name = this.#files.nameOf(bytes);
    this.#names.set(key, name);
    return { name, bytes };
  }
}

function keyOf(paths: readonly string[]): string {
  return paths.join("\n");
}

function read(paths: readonly string[]): Buffer {
  return packEntries(paths.flatMap((path) => readEntries(path)));
}
