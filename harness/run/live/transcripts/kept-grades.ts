import { join } from "node:path";
import { appendText, readBytes, statKind } from "../../../io/files/disk.ts";
import { makeFolders } from "../../../io/files/make-folders.ts";
import { maskSecrets } from "../../mask-secrets.ts";
import { decodeGrade, encodeRecord, type KeptGrade } from "./round-record.ts";

/** The grades of a live run, on disk as soon as they are given: a run that continues it, or grades its rounds again, pays for none twice. */
export class KeptGrades {
  readonly #file: string;
  readonly #folder: string;
  #known: Map<string, KeptGrade> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, "grades.jsonl");
  }

  find(key: string): KeptGrade | null {
    return this.#grades().get(key) ?? null;
  }

  /** @throws HarnessError HX513, HX516 */
  keep(grade: KeptGrade): void {
    this.#grades().set(grade.key, grade);
    makeFolders(this.#folder);
    // A line that a killed process left half written ends here.
    const text = encodeRecord({ ...grade, why: grade.why === null ? null : maskSecrets(grade.why) });
    appendText(this.#file, `\n${text}`);
  }

  #grades(): Map<string, KeptGrade> {
    if (this.#known !== null) return this.#known;
    const text = statKind(this.#file) === "file" ? readBytes(this.#file).toString("utf8") : "";
    const grades = text.split("\n").flatMap((line) => decodeGrade(line) ?? []);
    this.#known = new Map(grades.map((grade) => [grade.key, grade]));
    return this.#known;
  }
}
