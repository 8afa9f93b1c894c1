import { compress } from "../../io/packed/compress.ts";
import { packEntries } from "../../io/packed/pack-entries.ts";
import { ScratchMemory } from "../../io/packed/scratch-memory.ts";
import { workingPath } from "../../io/files/working-path.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { PackedContent, QueueFiles } from "../nats/files.ts";
import { entriesAt } from "./entries-at.ts";
import { type FileGroup, jobFiles } from "./job-files.ts";
import type { ReadModule } from "./module-files.ts";
import { refuseOutside } from "./refuse-outside.ts";

/** What a job reads: the names of its packs, and those that travel with the job itself. */
export type JobPacks = {
  readonly names: readonly string[];
  readonly attached: readonly PackedContent[];
  /** The names of those attached that need not be on the worker's disk. */
  readonly inMemory: readonly string[];
};

type Pack = { readonly name: string; readonly packed: Buffer | null; readonly inMemory: boolean };

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
  readonly #groups = new Map<Scenario, readonly FileGroup[]>();
  readonly #scratch = new ScratchMemory();

  /** `extra`: files and folders that every job gets. @throws HarnessError HX441, and what reading them throws */
  constructor(files: QueueFiles, extra: readonly string[]) {
    this.#files = files;
    this.#extra = extra.map(workingPath);
    for (const path of this.#extra) refuseOutside("--queue-files", path);
    if (this.#extra.length > 0) this.#names.set(keyOf(this.#extra), this.#files.nameOf(read(this.#extra)));
  }

  /** Finds what jobs read: a run with a file that cannot travel must not begin. @throws HarnessError HX441 */
  find(scenarios: readonly Scenario[], read: ReadModule): void {
    const extra = this.#extra.length === 0 ? [] : [{ paths: this.#extra, inMemory: false }];
    for (const scenario of scenarios)
      this.#groups.set(scenario, [...jobFiles(scenario, this.#extra.length > 0, read), ...extra]);
  }

  /** For a job that is about to be published. @throws HarnessError HX436, HX437, and what reading throws */
  async packsOf(scenario: Scenario): Promise<JobPacks> {
    const packs = await Promise.all(this.#groupsOf(scenario).map((group) => this.#pack(group)));
    return {
      names: packs.map(({ name }) => name),
      attached: packs.flatMap(({ name, packed }) => (packed === null ? [] : { name, packed })),
      inMemory: packs.flatMap(({ name, inMemory }) => (inMemory ? [name] : [])),
    };
  }

  /** What a job would read now, without sending it. @throws what reading throws */
  namesOf(scenario: Scenario): readonly string[] {
    return this.#groupsOf(scenario).map(({ paths }) => {
      const key = keyOf(paths);
      const name = this.#names.get(key) ?? this.#files.nameOf(read(paths));
      this.#names.set(key, name);
      return name;
    });
  }

  #groupsOf(scenario: Scenario): readonly FileGroup[] {
    return this.#groups.get(scenario) ?? [];
  }

  async #pack({ paths, inMemory }: FileGroup): Promise<Pack> {
    const key = keyOf(paths);
    if (this.#names.has(key)) {
      const storing = this.#stored.get(key) ?? this.#files.put(read(paths));
      this.#stored.set(key, storing);
      return { name: await storing, packed: null, inMemory: false };
    }
    // Their bytes are compressed before others are read.
    this.#scratch.reuse();
    const entries = entriesAt(paths, this.#scratch.take);
    const parts = packEntries(entries);
    const name = this.#files.nameOf(parts);
    this.#names.set(key, name);
    // Only a disk follows links.
    return { name, packed: compress(parts), inMemory: inMemory && entries.every(({ kind }) => kind !== "link") };
  }
}

function keyOf(paths: readonly string[]): string {
  return paths.join("\n");
}

function read(paths: readonly string[]): readonly Uint8Array[] {
  return packEntries(entriesAt(paths));
}
