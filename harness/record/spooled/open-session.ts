import { resolve } from "node:path";

import { openKeptSpool } from "../../io/files/kept-spool.ts";
import type { Spool } from "../../io/files/spool.ts";
import type { Secret } from "../../kernel/credentials/credential-search.ts";
import { JOURNAL_NAME, type Journal, openJournal } from "./session-journal.ts";

/** A recording that is written as it passes, so that another process can read it after this one was killed. */
export type Session = { readonly spool: Spool; readonly journal: Journal };

export type SessionStart = {
  readonly folder: string;
  readonly usageIsReal: boolean;
  /** Values that must not be written: a process that reads the session later may have another environment. */
  readonly secrets: readonly Secret[];
};

/**
 * Begins a session for the cassette at `folder`. The spool is removed with the recorder that gets it.
 *
 * @throws HarnessError HX513, HX516
 */
export function openSession({ folder, usageIsReal, secrets }: SessionStart): Session {
  const spool = openKeptSpool(resolve(folder));
  const journal = openJournal(spool.open(JOURNAL_NAME));
  journal.note({ kind: "session", usageIsReal, secrets });
  return { spool, journal };
}
