import { join } from "node:path";
import { openCassette } from "../../../cassette/open-cassette.ts";
import { writeCassette } from "../../../cassette/format/write-cassette.ts";
import { statKind } from "../../../io/files/disk.ts";
import { newKey } from "../../../io/new-key.ts";
import { environment } from "../../../io/process.ts";
import { environmentSecrets } from "../../../kernel/credentials/environment-secrets.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { recognise } from "../../../wires/recognise.ts";
import type { LiveExchange } from "../live-provider.ts";
import { recordedExchange } from "./recorded-exchange.ts";

/** The answered parents of a live run, so that a process that continues it does not send them again. */
export type ParentTranscripts = {
  readonly find: (key: string) => { readonly name: string; readonly sent: LiveExchange } | null;
  readonly keep: (key: string, name: string, sent: LiveExchange) => void;
};

/** Keeps each parent as a cassette below `folder`. The id of its exchange is its name in the prompt. */
export function parentTranscripts(folder: string): ParentTranscripts {
  const folderOf = (key: string): string => join(folder, "parents", key);
  return {
    find: (key) => (statKind(folderOf(key)) === "folder" ? readParent(folderOf(key)) : null),
    keep: (key, name, { exchange }) =>
      void writeCassette(folderOf(key), [recordedExchange({ ...exchange, id: name }, null)], {
        secrets: environmentSecrets(environment()),
        redactionKey: newKey(),
      }),
  };
}

function readParent(folder: string): { readonly name: string; readonly sent: LiveExchange } {
  const source = openCassette(folder);
  const [name = ""] = source.ids;
  const exchange = source.load(name);
  const { response, redacted } = exchange;
  if (response === null || redacted?.some((place) => place.includes("response")) === true) throw masked(folder);
  const usage = recognise(exchange)?.readUsage(response) ?? null;
  // It was paid for by the run that sent it.
  return { name, sent: { lane: "parent", exchange, usage, costUsd: 0, durationMs: exchange.firstByteMs ?? 0 } };
}

/** Forks of a masked answer would continue another conversation than the forks before them. */
function masked(folder: string): HarnessError {
  return new HarnessError({
    code: "HX322",
    what: "this parent's answer held a credential, which transcripts do not keep: its forks cannot be continued",
    where: folder,
    fix: "run again without --resume",
    exit: 2,
  });
}
