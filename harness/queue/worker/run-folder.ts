import { dirname, join, resolve } from "node:path";
import { compress, decompress } from "../../io/packed/compress.ts";
import { makeTempFolder, statKind, type TempFolder } from "../../io/files/disk.ts";
import { readEntries, writeEntries } from "../../io/files/folder-entries.ts";
import { packEntries, unpackEntries } from "../../io/packed/pack-entries.ts";
import { removeFolder } from "../../io/files/swap-folder.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { evidenceFolder } from "../../run/job/evidence-folder.ts";
import type { EVIDENCE, JobMessage, TRANSCRIPTS } from "../messages.ts";
import type { PackedContent, QueueFiles } from "../nats/files.ts";
import type { RunRecord } from "../run-record.ts";
import { installedPackage } from "../travel/installed-package.ts";

/** The files of one run on a worker's machine, in a temporary folder that its jobs take for the working folder. */
export class RunFolder implements Disposable {
  readonly #files: QueueFiles;
  readonly #temp: TempFolder = makeTempFolder();
  readonly #folders = new Set<string>();
  readonly #unpacked = new Map<string, Promise<void>>();

  readonly #packages: RunRecord["packages"];
  /** The process of its jobs has loaded them since, so that a later change has no effect. */
  #hasSamePackages = false;

  constructor(files: QueueFiles, packages: RunRecord["packages"]) {
    this.#files = files;
    this.#packages = packages;
    // Modules find the packages that are installed where the worker was started.
    if (statKind("node_modules") === "folder")
      writeEntries(this.path, [{ kind: "link", path: "node_modules", target: resolve("node_modules") }]);
  }

  get path(): string {
    return this.#temp.path;
  }

  /** Unpacks what a job reads, each pack once. `attached` is compressed. @throws HarnessError HX438 for a pack that is gone, HX445 for another package */
  async unpack(
    { packs, scenario }: Pick<JobMessage, "packs" | "scenario">,
    attached: ReadonlyMap<string, Buffer>,
  ): Promise<void> {
    if (!this.#hasSamePackages) refuseOtherPackages(this.#packages);
    this.#hasSamePackages = true;
    // A command starts in the folder of its scenario.
    const folder = dirname(scenario.file);
    if (!this.#folders.has(folder)) writeEntries(this.path, [{ kind: "folder", path: folder }]);
    this.#folders.add(folder);
    await Promise.all(
      packs.map((digest) => {
        const unpacking = this.#unpacked.get(digest) ?? this.#unpack(digest, attached.get(digest) ?? null);
        this.#unpacked.set(digest, unpacking);
        return unpacking;
      }),
    );
  }

  /** Puts what a job has written below `kind` into the object store, and answers it; null if it wrote nothing. */
  async send(kind: typeof EVIDENCE | typeof TRANSCRIPTS, id: string): Promise<PackedContent | null> {
    const folder = join(this.path, evidenceFolder(kind, id));
    if (statKind(folder) !== "folder") return null;
    const entries = readEntries(folder).map((entry) => ({ ...entry, path: entry.path.slice(folder.length + 1) }));
    const parts = packEntries(entries);
    const content = { name: this.#files.nameOf(parts), packed: compress(parts) };
    await this.#files.putPacked(content);
    removeFolder(folder);
    return content;
  }

  [Symbol.dispose](): void {
    this.#temp[Symbol.dispose]();
  }

  async #unpack(digest: string, attached: Buffer | null): Promise<void> {
    const pack = attached === null ? await this.#files.get(digest) : decompress(attached);
    if (pack === null) {
      const fix = "run again: files stay in the object store for seven days";
      throw new HarnessError({
        code: "HX438",
        what: "files of this job are missing in the object store",
        where: digest,
        fix,
        exit: 3,
      });
    }
    writeEntries(this.path, unpackEntries(pack));
  }
}

function refuseOtherPackages(packages: RunRecord["packages"]): void {
  for (const [name, wanted] of Object.entries(packages)) {
    const ours = installedPackage(name, ".");
    if (ours === wanted) continue;
    const isLinked = `${wanted}${ours ?? ""}`.includes("linked");
    throw new HarnessError({
      code: "HX445",
      what: `the run began with ${name} ${wanted}, and this worker has ${ours ?? "none"}`,
      where: resolve("node_modules", name),
      fix: isLinked
        ? `link the same files of ${name} in both places, or install a packed version in both (npm pack)`
        : `install ${name} ${wanted} where the worker is started`,
      exit: 2,
    });
  }
}
