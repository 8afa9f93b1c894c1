import { join } from "node:path";

import { environmentSecrets } from "../../kernel/credentials/environment-secrets.ts";
import { cassetteFileName } from "../../cassette/format/cassette-document.ts";
import { writeCassette } from "../../cassette/format/write-cassette.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { statKind } from "../../io/files/disk.ts";
import { besideName, removeFolder, swapFolder } from "../../io/files/swap-folder.ts";
import { newKey } from "../../io/new-key.ts";
import { environment } from "../../io/process.ts";
import { withPartedCaches } from "../../kernel/lane/asked-cache.ts";
import type { SaveOptions } from "./save-options.ts";

/** Credentials in the bodies, and values of this process's environment, refuse the cassette or are masked in it. */
export function writeToDisk(
  folder: string,
  kept: readonly RecordedExchange[],
  { redact = false, replace = false }: SaveOptions,
): void {
  const exchanges = withPartedCaches(kept, kept);
  const options = { secrets: environmentSecrets(environment()), redactionKey: redact ? newKey() : null };
  const isCassette = statKind(join(folder, cassetteFileName)) === "file";
  if (!replace || !isCassette) {
    writeCassette(folder, exchanges, options);
    return;
  }
  const fresh = besideName(folder);
  try {
    writeCassette(fresh, exchanges, { ...options, place: () => folder });
    swapFolder(fresh, folder);
  } finally {
    removeFolder(fresh);
  }
}
