import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { openSpool, type Spool } from "../../io/files/spool.ts";
import { ownProcess } from "../../io/process-identity.ts";
import type { Secret } from "../../kernel/credentials/credential-search.ts";
import { JOURNAL_NAME, type Journal, openJournal } from "./session-journal.ts";

/** A recording that is written as it passes, so that another process can read it after this one was killed. */
export type Session = { readonly spool: Spool; readonly journal: Journal };

/** What a session says of itself without its key. */
export type SessionDescription = {
  readonly pid: number;
  readonly startedAt: string | null;
  /** Absolute: where its cassette belongs. */
  readonly folder: string;
};

/**
 * Begins a session for the cassette at `folder`. `secrets` are the values that must not be written to it: a process that reads the
 * session later may have another environment. The spool is removed with the recorder that gets it.
 *
 * @throws HarnessError HX513, HX516
 */
export function openSession({ folder, usageIsReal, secrets }: SessionStart): Session {
  const spool = openSpool({ prefix: SESSION_PREFIX, keepsKey: true });
  const description: SessionDescription = { ...ownProcess(), folder: resolve(folder) };
  writeFileSync(join(spool.path, DESCRIPTION_FILE), JSON.stringify(description), { mode: 0o600 });
  const journal = openJournal(spool.open(JOURNAL_NAME));
  journal.note({ kind: "session", usageIsReal, secrets });
  return { spool, journal };
}

export type SessionStart = {
  readonly folder: string;
  readonly usageIsReal: boolean;
  readonly secrets: readonly Secret[];
};

/** How the names of their folders begin, in the system's temporary folder. */
export const SESSION_PREFIX = "forkproof-recording-";

export const DESCRIPTION_FILE = "session.json";
