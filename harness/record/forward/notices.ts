import type { FailedRequest } from "../../kernel/faults/failed-request.ts";
import type { Interception } from "./intercept.ts";
import { unreachableNotice } from "../unreachable.ts";
import { showTarget } from "./target.ts";

/**
 * Says what goes wrong between client and provider while the client runs: once for each host, as clients try again. `certificatePath`
 * is null for a certificate that is gone when people read of it.
 */
export function noticesOnce(
  tell: (notice: FailedRequest) => void,
  certificatePath: string | null,
): Pick<Interception, "onUnreachable" | "onRejected"> {
  const said = new Set<string>();
  const tellOnce = (notice: FailedRequest): void => {
    const about = `${notice.code} ${notice.where}`;
    if (said.has(about)) return;
    said.add(about);
    tell(notice);
  };
  return {
    onUnreachable: (target, fault) => tellOnce(unreachableNotice(showTarget(target), fault)),
    onRejected: (host, reason) => {
      const what = `the client does not accept forkproof's certificate: ${reason}`;
      const trust =
        certificatePath === null
          ? "record without --ephemeral-ca and make it trust the file that is then named"
          : `make it trust ${certificatePath}`;
      const fix = `it pins certificates or has its own list of them: ${trust}, or record it by its base URL, without --forward`;
      tellOnce({ code: "HX404", what, where: host, fix });
    },
  };
}
