import { firstFault } from "../kernel/faults/first-fault.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { internalError } from "../kernel/faults/internal-error.ts";
import { maskSecrets } from "../run/mask-secrets.ts";
import type { ErrorText } from "../report/render-error.ts";

/** The document that stands on stdout where a command with `--json` could not give its own. */
export type ErrorDocument = ErrorText & { readonly schema: "forkproof/error@2" };

/** Any thrown error as text for the user, without the credentials of a command line or a path: an internal error is named as such. */
export function errorDocument(thrown: unknown): ErrorDocument {
  const first = firstFault(thrown);
  if (first instanceof HarnessError) {
    const { code, message, where, fix } = first;
    const [what, place] = [maskSecrets(message), where === null ? null : maskSecrets(where)];
    return { schema: "forkproof/error@2", code, what, where: place, fix: maskSecrets(fix) };
  }
  return {
    schema: "forkproof/error@2",
    code: "HX999",
    where: null,
    ...internalError(thrown, null),
  };
}
