import { listFolder, statKind } from "../../io/files/disk.ts";
import { besideName, removeFolder, swapFolder } from "../../io/files/swap-folder.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";
import { type CassetteDocument, cassetteFileName } from "./cassette-document.ts";
import { writeCassette, type WriteOptions } from "./write-cassette.ts";

/**
 * Writes exchanges to a folder that may hold a cassette, which is replaced once the new one is whole.
 *
 * @throws HarnessError HX230 if something else is there; those of `writeCassette`
 */
export function replaceCassette(
  folder: string,
  exchanges: Iterable<RecordedExchange>,
  options: WriteOptions = {},
): CassetteDocument {
  refuseOthersFiles(folder);
  const draft = besideName(folder);
  try {
    const document = writeCassette(draft, exchanges, { place: () => folder, ...options });
    swapFolder(draft, folder);
    return document;
  } finally {
    removeFolder(draft);
  }
}

/** Throws HX230 where a folder to be replaced holds anything but a cassette. */
export function refuseOthersFiles(folder: string): void {
  const kind = statKind(folder);
  if (kind === "missing") return;
  const names = kind === "folder" ? listFolder(folder).map(({ name }) => name) : [];
  const strange = names.find((name) => name !== cassetteFileName && !/^\d{4,}\.(?:request|response)\./.test(name));
  if (names.includes(cassetteFileName) && strange === undefined) return;
  const what =
    strange === undefined
      ? "refusing to overwrite: not a cassette"
      : `refusing to overwrite: the folder holds ${strange}, which is not part of a cassette`;
  const fix = "name a folder of its own, or move the other files away";
  throw new HarnessError({ code: "HX230", what, where: folder, fix, exit: 2 });
}
