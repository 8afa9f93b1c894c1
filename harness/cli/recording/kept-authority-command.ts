import { join } from "node:path";

import { statKind } from "../../io/files/disk.ts";
import type { Command } from "../command.ts";
import { usageError } from "../usage-error.ts";

/** `record ca`: shows where the certificate authority of `--forward` is kept, or removes it. */
export const keptAuthorityCommand: Command = async ({ options }, { out, err }) => {
  const other = [...options.keys()].find((name) => name !== "remove");
  if (other !== undefined) {
    throw usageError(
      "HX505",
      `record ca does not take --${other}`,
      "leave it out; to run a program, write record -- ca",
    );
  }
  const { authorityFolder, removeAuthority } = await import("../../record/forward/authority/kept-authority.ts");
  const folder = authorityFolder();
  if (options.has("remove"))
    err(removeAuthority() ? `removed ${folder}\n` : `nothing to remove: ${folder} does not exist\n`);
  else if (statKind(folder) === "missing")
    err("the certificate authority does not exist yet: record --forward makes it when it needs one\n");
  else out(`${join(folder, "ca.pem")}\n`);
  return 0;
};
