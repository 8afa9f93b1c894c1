import type { ProviderCache } from "../../../providers/provider.ts";
import type { Exchange, Recording } from "../../../kernel/exchange.ts";
import type { Judgement } from "../../../kernel/judgement.ts";
import { choosePair } from "../../../verdict/recording/choose-pair.ts";
import { judgeOfRecording } from "../../../verdict/costs/kept-alive.ts";
import { usageError } from "../../usage-error.ts";

/** Which requests of a recording to judge, and how. Null where the user did not say. */
export type PairRequest = {
  readonly parent: string | null;
  readonly child: string | null;
  readonly at: string | null;
  readonly provider: string | null;
  readonly showText: boolean;
  readonly caches: readonly ProviderCache[];
};

/** A judgement, and the two requests as they were read for it, the parent first. */
export type JudgedPair = { readonly judgement: Judgement; readonly exchanges: readonly [Exchange, Exchange] };

type ChosenPair = { readonly parent: string; readonly child: string; readonly chosen: string | null };

/**
 * Judges two requests of a recording; those of its main line if the user names no requests.
 *
 * @throws HarnessError HX505 if only one of the two is named, and the errors of reading and judging
 */
export function judgeRecorded(recording: Recording, request: PairRequest): JudgedPair {
  const { at, provider, showText, caches } = request;
  const { chosen, ...ids } = choose(recording, request);
  const [parent, child] = [recording.load(ids.parent), recording.load(ids.child)];
  const pair = {
    parent,
    child,
    ...(at === null ? {} : { at }),
    ...(provider === null ? {} : { provider }),
    chosen,
    showText,
    caches,
  };
  return { judgement: judgeOfRecording(recording, pair, true), exchanges: [parent, child] };
}

function choose(recording: Recording, { parent, child }: PairRequest): ChosenPair {
  if (parent !== null && parent === child) {
    throw usageError("HX505", `--parent and --child are the same request: ${parent}`, "name two requests");
  }
  if (parent !== null && child !== null) return { parent, child, chosen: null };
  if (parent === null && child === null) return choosePair(recording);
  const missing = parent === null ? "--parent" : "--child";
  throw usageError("HX505", `${missing} is missing`, `add ${missing} ID, or leave out both`);
}
