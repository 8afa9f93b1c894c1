import { join, resolve } from "node:path";

import { statKind } from "../../io/files/disk.ts";
import { openKeptSpool } from "../../io/files/kept-spool.ts";
import { openSpool, type Spool } from "../../io/files/spool.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Secret } from "../../kernel/credentials/credential-search.ts";
import { JOURNAL_NAME, type Journal, openJournal, UNNOTED_JOURNAL } from "./session-journal.ts";

/** A recording that is written as it passes, so that another process can read it after this one was killed. */
export type Session = {
  readonly spool: Spool;
  readonly journal: Journal;
  /** Whether another process could read it now: false if the disk had no room for what that needs, or it is gone. */
  readonly isRecoverable: () => boolean;
};

export type SessionStart = {
  readonly folder: string;
  readonly usageIsReal: boolean;
  /** Values that must not be written: a process that reads the session later may have another environment. */
  readonly secrets: readonly Secret[];
};

/**
 * Begins a session for the cassette at `folder`. The spool is removed with the recorder that gets it. A full disk costs the recording, but not
 * the client: `onRefused` gets the fault, and what the disk still takes is recorded.
 *
 * @throws HarnessError HX513, HX516 if even a folder finds no room
 */
export function openSession(
  { folder, usageIsReal, secrets }: SessionStart,
  onRefused: (fault: HarnessError) => void,
): Session {
  let spool: Spool | null = null;
  try {
    spool = openKeptSpool(resolve(folder));
    const journal = openJournal(spool.open(JOURNAL_NAME));
    journal.note({ kind: "session", usageIsReal, secrets });
    const noted = join(spool.path, JOURNAL_NAME);
    return { spool, journal, isRecoverable: () => statKind(noted) === "file" };
  } catch (fault) {
    spool?.[Symbol.dispose]();
    if (!(fault instanceof HarnessError)) throw fault;
    onRefused(fault);
    return { spool: openSpool(), journal: UNNOTED_JOURNAL, isRecoverable: () => false };
  }
}
