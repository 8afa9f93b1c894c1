import { appendFileSync, existsSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { GrowingLines } from "../../harness/cassette/lines/growing-lines.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { openFile, openIfThere } from "../../harness/io/files/read-at.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import { HeldFiles } from "../../harness/sources/held-files.ts";
import { trafficLine } from "./traffic-line.ts";

/** A file under the name of the log: what its writer put into it, and what was read of it. */
type Part = { written: string; read: readonly string[]; isCut: boolean };

/** A log that is written and rotated, and its reader. */
class Log {
  readonly #path: string;
  readonly #open: HeldFiles;
  /** What was seen, and what should have been. */
  readonly looks: { readonly seen: unknown; readonly due: unknown }[] = [];
  #lines: GrowingLines;
  #named: Part = newPart();
  #followed: Part = this.#named;
  #ids = 0;
  /** The rest of a line that was written in part. */
  #rest = "";

  constructor(folder: string, open: HeldFiles) {
    this.#path = join(folder, "log.jsonl");
    this.#open = open;
    writeFileSync(this.#path, "");
    this.#lines = new GrowingLines(open.use(openFile(this.#path)));
  }

  /** `lines`: how many, 0.4 of one too. */
  write(lines: number): void {
    if (!existsSync(this.#path)) return;
    const whole =
      this.#rest + Array.from({ length: Math.ceil(lines) }, () => `${trafficLine((this.#ids += 1))}\n`).join("");
    const end = Number.isInteger(lines) ? whole.length : Math.floor(whole.length * 0.8);
    this.#rest = whole.slice(end);
    appendFileSync(this.#path, whole.slice(0, end));
    this.#named.written += whole.slice(0, end);
  }

  moveAway(name: string): void {
    if (existsSync(this.#path)) renameSync(this.#path, `${this.#path}.${name}`);
  }

  moveBack(name: string): void {
    if (existsSync(`${this.#path}.${name}`)) renameSync(`${this.#path}.${name}`, this.#path);
  }

  create(): void {
    if (existsSync(this.#path)) return;
    writeFileSync(this.#path, "");
    [this.#named, this.#rest] = [newPart(), ""];
  }

  cut(): void {
    if (!existsSync(this.#path)) return;
    truncateSync(this.#path);
    // Of a file of which no line was read, nothing is lost: its reader has only gone on.
    if (this.#named.read.length > 0) this.#named.isCut = true;
    [this.#named.written, this.#rest] = ["", ""];
  }

  look(): void {
    const { written, standing } = this.#lines.grow();
    const read = written.map((each) => {
      if (each instanceof HarnessError) throw each;
      return each.load().id;
    });
    const part = this.#followed;
    part.read = [...part.read, ...read];
    if (part.isCut) this.#saw([standing, read], ["replaced", []]);
    else this.#saw(part.read, idsOf(part.written));
    if (standing !== "replaced") return this.#saw(standing, existsSync(this.#path) ? "growing" : "missing");
    this.#saw(part.isCut || part !== this.#named, true);
    const next = openIfThere(this.#path);
    if (next === null) return;
    if (part === this.#named) this.#named = { written: part.written, read: [], isCut: false };
    this.#followed = this.#named;
    this.#lines = new GrowingLines(this.#open.use(next));
  }

  /** The last file is read to its end, however many took its name before. */
  end(): void {
    this.create();
    this.look();
    this.look();
    this.#saw(this.#followed.read, idsOf(this.#named.written));
  }

  #saw(seen: unknown, due: unknown): void {
    this.looks.push({ seen, due });
  }
}

const steps: fc.Arbitrary<(log: Log, at: number) => void> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0.4, 1, 2, 2.5).map((lines) => (log: Log) => log.write(lines)) },
  { weight: 4, arbitrary: fc.constant((log: Log) => log.look()) },
  { weight: 1, arbitrary: fc.constant((log: Log, at: number) => log.moveAway(String(at))) },
  { weight: 1, arbitrary: fc.constant((log: Log) => log.create()) },
  { weight: 1, arbitrary: fc.constant((log: Log) => log.cut()) },
  {
    weight: 1,
    arbitrary: fc.constant((log: Log) => {
      log.moveAway("away");
      log.look();
      log.moveBack("away");
    }),
  },
);

test("each request of a log that grows and is rotated is read once and in order, and no line begins in its middle", () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 40 }), (run) => {
      using folder = makeTempFolder();
      using open = new HeldFiles();
      const log = new Log(folder.path, open);
      for (const [at, step] of run.entries()) step(log, at);
      log.end();
      for (const { seen, due } of log.looks) expect(seen).toEqual(due);
    }),
    { numRuns: 300 },
  );
});

function newPart(): Part {
  return { written: "", read: [], isCut: false };
}

/** The ids of the lines that are whole. */
function idsOf(written: string): readonly string[] {
  return [...written.slice(0, written.lastIndexOf("\n") + 1).matchAll(/^\{"seq":(\d+)/gm)].map(([, id]) => String(id));
}
