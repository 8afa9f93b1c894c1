import { HarnessError } from "../../kernel/faults/harness-error.ts";

/** A fault of the disk as a user reads it. */
export function diskFault(path: string, verb: "read" | "written", cause: unknown): HarnessError {
  const errno = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown fault";
  const at = { where: path, cause };
  if (verb === "read") {
    if (errno === "ENOENT" || errno === "ENOTDIR") return missing(path, errno, cause);
    if (errno === "EISDIR") return notAFile(path, true);
    // The error code of opening a socket.
    if (errno === "ENXIO") return notAFile(path, false);
  }
  if (errno === "EACCES" || errno === "EPERM") {
    const fix = `allow this user to ${verb === "read" ? "read" : "write"} it`;
    return new HarnessError({ ...at, code: "HX513", what: `no permission: it cannot be ${verb}`, fix, exit: 3 });
  }
  const code = verb === "read" ? "HX515" : "HX516";
  return new HarnessError({
    ...at,
    code,
    what: `cannot be ${verb} (${errno})`,
    fix: (verb === "written" ? writeFixes[errno] : undefined) ?? "check the path and the disk",
    exit: 3,
  });
}

const writeFixes: Readonly<Record<string, string>> = {
  ENXIO: "start the program that reads this pipe, or name a file",
  ENOSPC: "make room on the disk, or name a path on another one",
  EDQUOT: "make room on the disk, or name a path on another one",
  EROFS: "name a path elsewhere: this file system is read-only",
  ENOENT: "name a path elsewhere: no folder can be made here",
  ENOTDIR: "name another path: a file is in the way",
  EEXIST: "name another path: a file is in the way",
  ENOTEMPTY: "name another path: a folder is there already",
  EISDIR: "name a file: this is a folder",
  ENAMETOOLONG: "name a shorter path",
};

function missing(path: string, errno: string, cause: unknown): HarnessError {
  const what = errno === "ENOENT" ? "no such file or folder" : "a part of this path is not a folder";
  return new HarnessError({ code: "HX511", what, where: path, fix: "check the spelling of the path", exit: 2, cause });
}

export function notAFile(path: string, isFolder: boolean): HarnessError {
  return new HarnessError({
    code: "HX512",
    what: isFolder ? "this is a folder, not a file" : "this is a pipe or device, not a regular file",
    where: path,
    fix: isFolder ? "name a file in it" : "save what it gives to a file and name that",
    exit: 2,
  });
}

export function tooLarge(path: string, size: number, maxBytes: number): HarnessError {
  return new HarnessError({
    code: "HX514",
    what: `${size} bytes are more than the ${maxBytes} that are read at once`,
    where: path,
    fix: "cut the file down to what the case needs",
    exit: 3,
  });
}
