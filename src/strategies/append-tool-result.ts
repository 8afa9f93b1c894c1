import type { CacheSafeParams, OpenCall } from "../cache-safe/cache-safe-params.ts";
import { ForkPointError } from "../cache-safe/fork-point-error.ts";
import { openCallNotice } from "./pass-through.ts";
import { cloneContract, persistOnly } from "./clone-contract.ts";
import { appendedTo, everyWire, resultOf, userMessage } from "./seed-parts.ts";
import type { ForkTask, Strategy } from "./strategy.ts";

/**
 * One element appended: the result of the call that asked for the fork, whose text is the contract (src/FORK-SYSTEMS.md#ochat).
 * No user message, no copy, no acknowledgement. Calls made beside it are given the plain notice, since every API
 * refuses a turn with a call left open.
 */
export const appendToolResult: Strategy = {
  name: "append-tool-result",
  wires: everyWire,
  expectedSharedEnd: "parent-request",
  seed: (parent, task) => {
    const own = ownCallOf(parent, task);
    const contract = cloneContract(task);
    const results = parent.continuation.openCalls.map((call) =>
      resultOf(call, call === own ? contract : openCallNotice),
    );
    return appendedTo(parent, [userMessage(parent, results, [])]);
  },
  handOn: persistOnly,
};

function ownCallOf({ continuation }: CacheSafeParams, { ownCall }: ForkTask): OpenCall {
  const { openCalls } = continuation;
  const isOwn = ({ id }: OpenCall, index: number): boolean =>
    ownCall === null ? openCalls.length === 1 : id === ownCall || index + 1 === ownCall;
  const own = openCalls.find(isOwn);
  if (own !== undefined) return own;
  throw new ForkPointError(
    "no-own-call",
    ownCall === null
      ? `${openCalls.length} calls of the parent are open, and none is named as the one that asked for this fork`
      : `the parent has no open call ${ownCall}`,
    "Fork from the answer that calls for the fork and pass that call's id or place as ownCall, or use another strategy.",
  );
}
