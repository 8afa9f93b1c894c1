import { join } from "node:path";
import { appendText, statKind, writeAtomically } from "../../io/files/disk.ts";
import { credentialSearch, type Secret } from "../../kernel/credentials/credential-search.ts";
import { credentialSpans } from "../../kernel/credentials/credential-spans.ts";
import { findCredentials, findIn, refuseCredentials } from "../credentials/credential-scan.ts";
import { exchangeRedactor } from "../credentials/redact-exchange.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";
import { cassetteFileName } from "./cassette-document.ts";
import { encodeCassette, encodeEntry } from "./encode-cassette.ts";
import { keptHeaders } from "./kept-headers.ts";
import { keptPath } from "./kept-path.ts";
import { cassetteVersion } from "./migrate-cassette.ts";
import { readCassette } from "./read-cassette.ts";
import { writeExchange } from "./write-exchange.ts";

/**
 * A cassette that grows by one exchange at a time. Bodies are on disk before the line that names them, so that a process killed
 * at any moment leaves a cassette that can be read. Credentials are masked.
 */
export class GrowingCassette {
  readonly #folder: string;
  readonly #ids: Set<string>;
  readonly #masked: (exchange: RecordedExchange) => RecordedExchange;
  readonly #refuse: (text: string) => void;

  /** Continues the cassette in `folder`, or begins one. @throws HarnessError those of `readCassette`, HX513, HX516 */
  constructor(folder: string, mask: { readonly secrets: readonly Secret[]; readonly redactionKey: Buffer }) {
    this.#folder = folder;
    const file = join(folder, cassetteFileName);
    const isNew = statKind(file) === "missing";
    this.#ids = new Set(isNew ? [] : readCassette(folder).exchanges.map(({ id }) => id));
    const search = { first: credentialSearch(mask.secrets), all: credentialSpans(mask.secrets) };
    const redact = exchangeRedactor(mask.redactionKey, search.all);
    this.#masked = (exchange) => {
      if (findCredentials(exchange, search).length === 0) return { ...exchange, redacted: [] };
      const masked = redact(exchange);
      refuseCredentials(findCredentials(masked, search), true);
      return masked;
    };
    this.#refuse = (text) =>
      refuseCredentials(
        findIn(text, search, () => cassetteFileName),
        true,
      );
    if (isNew) writeAtomically(file, encodeCassette({ version: cassetteVersion, ...UNSAID, exchanges: [] }));
  }

  /** Appends an exchange; its id gets a number where an earlier one has it. Answers its id. @throws HarnessError HX208, HX231, HX513, HX516 */
  append(original: RecordedExchange): string {
    const id = this.#free(original.id);
    const { path, headers } = original;
    const exchange = this.#masked({ ...original, id, path: keptPath(path), headers: keptHeaders(headers) });
    const entry = writeExchange(exchange, this.#ids.size + 1, (name, bytes) =>
      writeAtomically(join(this.#folder, name), bytes),
    );
    const text = encodeEntry(entry);
    this.#refuse(text);
    appendText(join(this.#folder, cassetteFileName), text);
    this.#ids.add(id);
    return id;
  }

  #free(wanted: string): string {
    let id = wanted;
    for (let count = 2; this.#ids.has(id); count += 1) id = `${wanted}.${count}`;
    return id;
  }
}

const UNSAID = { dialect: null, provider: null, client: null };
