import { join } from "node:path";
import { environmentSecrets } from "../../kernel/credentials/environment-secrets.ts";
import { createRedactor } from "../../cassette/credentials/redact-text.ts";
import { credentialSpans } from "../../kernel/credentials/credential-spans.ts";
import { writeCassette } from "../../cassette/format/write-cassette.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { writeAtomically } from "../../io/files/disk.ts";
import { removeFolder } from "../../io/files/swap-folder.ts";
import { newKey } from "../../io/new-key.ts";
import { environment } from "../../io/process.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { PrintedOutput } from "../../kernel/run-result.ts";

/** The two requests of a judged pair. */
export type JudgedPair = { readonly parent: Exchange; readonly child: Exchange; readonly judgement: Judgement };

/**
 * Writes the requests of a failed job as a cassette, and what its module printed as `printed.txt`, credentials masked. The folder
 * replaces that of an earlier run.
 *
 * @throws HarnessError HX208, HX513, HX516
 */
export function keepEvidence(path: string, pairs: readonly JudgedPair[], printed: PrintedOutput | null): void {
  const secrets = environmentSecrets(environment());
  const redactionKey = newKey();
  removeFolder(path);
  writeCassette(path, exchangesOf(pairs), { secrets, redactionKey });
  if (printed !== null) {
    const { plain } = createRedactor(redactionKey, credentialSpans(secrets));
    writeAtomically(join(path, "printed.txt"), plain(`${printed.stdout}${printed.stderr}`).text);
  }
}

/** Each request once. Two recordings may have used one id for two requests. */
function exchangesOf(pairs: readonly JudgedPair[]): readonly RecordedExchange[] {
  const ids = new Map<Exchange, string>();
  const taken = new Set<string>();
  const idOf = (exchange: Exchange): string => {
    const known = ids.get(exchange);
    if (known !== undefined) return known;
    let id = exchange.id;
    while (taken.has(id)) id = `${id}-fork`;
    ids.set(exchange, id);
    taken.add(id);
    return id;
  };
  const written = new Map<string, RecordedExchange>();
  for (const { parent, child, judgement } of pairs) {
    const forkOf = idOf(parent);
    if (!written.has(forkOf)) written.set(forkOf, recorded({ ...parent, id: forkOf, forkOf: null }, judgement));
    const id = idOf(child);
    written.set(id, recorded({ ...child, id, forkOf }, judgement));
  }
  return [...written.values()];
}

function recorded(exchange: Exchange, { dialect, provider }: Judgement): RecordedExchange {
  return {
    ...exchange,
    usage: null,
    dialect,
    provider,
    chunks: null,
    socket: null,
    outcome: null,
    redacted: null,
    encoded: { request: null, response: null },
  };
}
