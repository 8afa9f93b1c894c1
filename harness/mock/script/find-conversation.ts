import { type SaidItem, wordsOf } from "../../wires/shared/said/said-item.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { Lane, LaneTurn } from "./lane.ts";
import { type LastTurn, saidBehind, type SaidUpTo } from "./said-request.ts";

export type SaidRequest = { readonly said: SaidUpTo; readonly last: LastTurn; readonly layout: Layout };

/** The conversation that a request goes on from, and how that shows. */
export type Followed = {
  readonly lane: Lane;
  readonly turn: LaneTurn;
  /**
   * `retry`: the same request, whose answer failed. `whole`: the lane's latest request and its answer. `dropped`: that request without
   * its answer. `edited`: the latest answer behind another history. `middle`: a request that the lane has gone on from, or the latest
   * one sent again.
   */
  readonly kind: "retry" | "whole" | "dropped" | "edited" | "middle";
};

/**
 * Finds the conversation by what the request says, whatever its cache makes of it. The call that it answers is the best evidence: ids are the mock's
 * own. Then the model's last answer, then the longest earlier request that it repeats. Null for a new conversation.
 */
export function findConversation(lanes: readonly Lane[], request: SaidRequest): Followed | null {
  const { said, last, layout } = request;
  const longest = findLongest(lanes, said);
  if (longest !== null && longest.turn.count === said.count) {
    return { ...longest, kind: isLatest(longest) && !longest.lane.answered ? "retry" : "middle" };
  }
  const answering = findCaller(lanes, layout.body, last.modelFrom);
  if (answering !== null && !isOlder(answering, longest)) return follow(answering, longest);
  if (longest !== null && repeats(last.model, longest.turn.answer) > 0) return follow(longest, longest, request);
  const repeated = findRepeated(lanes, last.model);
  if (repeated !== null && !isOlder(repeated, longest)) return follow(repeated, longest);
  const caller = findCaller(lanes, layout.body, 0);
  if (caller !== null && !isOlder(caller, longest)) return follow(caller, longest);
  return longest === null ? null : follow(longest, longest, request);
}

type Found = { readonly lane: Lane; readonly turn: LaneTurn };

/** Without a request nothing but the answer's own evidence is looked at, and that shows the answer. */
function follow(found: Found, longest: Found | null, request: SaidRequest | null = null): Followed {
  if (!isLatest(found)) return { ...found, kind: "middle" };
  if (longest?.turn !== found.turn) return { ...found, kind: "edited" };
  const { answer, count } = found.turn;
  if (request === null || answer.length === 0 || !found.lane.answered) return { ...found, kind: "whole" };
  const behind = saidBehind(request.layout, request.said.count, count);
  const repeated = behind.flatMap(({ by, items }) => (by === "model" ? items : []));
  return { ...found, kind: repeated.length > 0 ? "whole" : "dropped" };
}

/** A fork repeats its parent's answer too: where a later request stands whole at its head, that says more. */
function isOlder(found: Found, longest: Found | null): boolean {
  return longest !== null && longest.turn.number > found.turn.number;
}

function isLatest({ lane, turn }: Found): boolean {
  return lane.turns.at(-1) === turn;
}

/** The longest earlier request that stands whole at the head of this one; of equal ones the latest. */
function findLongest(lanes: readonly Lane[], said: SaidUpTo): Found | null {
  const heads = new Set<string>();
  for (let each: SaidUpTo | null = said; each !== null; each = each.before) heads.add(each.digest);
  let found: Found | null = null;
  for (const lane of lanes) {
    for (const turn of lane.turns) {
      if (turn.count === 0 || !heads.has(turn.digest)) continue;
      const further = turn.count - (found?.turn.count ?? 0);
      if (further > 0 || (further === 0 && turn.number > (found?.turn.number ?? 0))) found = { lane, turn };
    }
  }
  return found;
}

/** The lane whose latest calls the body repeats behind an offset; the last of them, since a fork repeats its parent's too. */
function findCaller(lanes: readonly Lane[], body: Buffer, from: number): Found | null {
  let found: Found | null = null;
  let last = from - 1;
  for (const lane of lanes) {
    const turn = lane.turns.at(-1);
    for (const id of turn === undefined ? [] : lane.callMarks) {
      const at = body.lastIndexOf(`"${id}"`);
      if (turn !== undefined && at > last) [found, last] = [{ lane, turn }, at];
    }
  }
  return found;
}

/** The lane whose latest answer is the model's last one here; of equal ones the latest. */
function findRepeated(lanes: readonly Lane[], model: readonly SaidItem[]): Found | null {
  let found: Found | null = null;
  let most = 0;
  for (const lane of lanes) {
    const turn = lane.turns.at(-1);
    if (turn === undefined || !lane.answered) continue;
    const count = repeats(model, turn.answer);
    const isBetter = count > most || (count === most && turn.number > (found?.turn.number ?? 0));
    if (count > 0 && isBetter) [found, most] = [{ lane, turn }, count];
  }
  return found;
}

/** How many things that the model said a request repeats. */
export function repeats(model: readonly SaidItem[], answer: readonly SaidItem[]): number {
  const said = new Set(model.map(wordsOf));
  return answer.filter((item) => said.has(wordsOf(item))).length;
}
