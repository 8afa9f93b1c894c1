import type { ProviderCache } from "../../../providers/provider.ts";
import type { Recording } from "../../../kernel/exchange.ts";
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

type ChosenPair = { readonly parent: string; readonly child: string; readonly chosen: string | null };

/**
 * Judges two requests of a recording; those of its main line if the user names no requests.
 *
 * @throws HarnessError HX505 if only one of the two is named, and the errors of reading and judging
 */
export function judgeRecorded(recording: Recording, request: PairRequest): Judgement {
  const { at, provider, showText, caches } = request;
  const { parent, child, chosen } = choose(recording, request);
  const pair = {
    parent: recording.load(parent),
    child: recording.load(child),
    ...(at === null ? {} : { at }),
    ...(provider === null ? {} : { provider }),
    chosen,
    showText,
    caches,
  };
  return judgeOfRecording(recording, pair, true);
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
