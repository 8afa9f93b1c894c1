import type { FailedRequest } from "../../kernel/faults/failed-request.ts";
import type { Interception } from "./intercept.ts";
import { unreachableNotice } from "../unreachable.ts";
import { showTarget } from "./target.ts";

/** Says what goes wrong between client and provider while the client runs: once for each host, as clients try again. */
export function noticesOnce(
  tell: (notice: FailedRequest) => void,
  certificatePath: string,
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
      const fix = `it pins certificates or has its own list of them: make it trust ${certificatePath}, or record it by its base URL, without --forward`;
      tellOnce({ code: "HX404", what, where: host, fix });
    },
  };
}
