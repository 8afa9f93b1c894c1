import { join } from "node:path";

import { epochMs } from "../../../io/clock.ts";
import { configFolder } from "../../../io/config-folder.ts";
import { readBytes, statKind } from "../../../io/files/disk.ts";
import { isPrivate, makePrivateFolder, removePrivateFolder } from "../../../io/files/private-folder.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { type Authority, createAuthority, readAuthority } from "./authority.ts";

const CERTIFICATE = "ca.pem";
const KEY = "ca-key.pem";
/** A run may last for days. */
const RENEWED_BEFORE_MS = 14 * 86_400_000;

/** Where this user's authority is kept. */
export function authorityFolder(): string {
  return join(configFolder(), "ca");
}

/**
 * This user's authority, made at its first use and again before it expires. Its files are the user's alone.
 *
 * @throws HarnessError HX551 if others may read its key, or a file is damaged; HX513, HX516 if it cannot be written
 */
export function keptAuthority(): Authority {
  const folder = authorityFolder();
  if (statKind(folder) === "missing") return makeAuthority(folder);
  const key = join(folder, KEY);
  const authority = readKept(folder, key);
  if (authority.validUntilMs - epochMs() > RENEWED_BEFORE_MS) return authority;
  removePrivateFolder(folder);
  return makeAuthority(folder);
}

/** Whether there was one. @throws HarnessError HX513, HX516 */
export function removeAuthority(): boolean {
  const folder = authorityFolder();
  if (statKind(folder) === "missing") return false;
  removePrivateFolder(folder);
  return true;
}

function makeAuthority(folder: string): Authority {
  const authority = createAuthority();
  const files = { [CERTIFICATE]: authority.certificate, [KEY]: authority.privateKey };
  // Another recorder may have made one at the same time: both then use that one.
  return makePrivateFolder(folder, files) ? authority : readKept(folder, join(folder, KEY));
}

function readKept(folder: string, key: string): Authority {
  const refuse = (what: string, cause?: unknown): HarnessError => {
    const fix = "remove it with `forkproof record ca --remove`; the next run makes a new one";
    return new HarnessError({ code: "HX551", what, where: key, fix, exit: 2, cause });
  };
  if (statKind(key) === "missing") throw refuse("the key of the certificate authority is missing");
  if (!isPrivate(key)) throw refuse("other users may read the key of the certificate authority");
  try {
    return readAuthority(readBytes(join(folder, CERTIFICATE)).toString(), readBytes(key).toString());
  } catch (cause) {
    throw refuse("the certificate authority is damaged", cause);
  }
}
