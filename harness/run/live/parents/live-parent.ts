import { monotonicMs } from "../../../io/clock.ts";
import type { Exchange } from "../../../kernel/exchange.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import type { ForkedParent } from "../../../kernel/scenario-subject.ts";
import { type ParentReplay, replayOf } from "../../fork/parent/parent-replay.ts";
import { describeParent } from "../../fork/parent/send-parent.ts";
import { inNamespace } from "../in-namespace.ts";
import type { LiveEndpoint } from "../live-endpoint.ts";
import type { LiveExchange } from "../live-provider.ts";
import type { Budget } from "../budget.ts";
import { askLiveParent } from "./ask-live-parent.ts";
import { StartLine } from "./start-line.ts";

/** A parent that the provider has answered. All forks of it continue the same answer. */
export type LiveParent = {
  readonly replay: ParentReplay;
  readonly forked: ForkedParent;
  /** As it was sent, with the provider's answer. */
  readonly sent: LiveExchange;
  /** When its answer was complete, by the clock that never goes back. Null for one that an earlier process sent. */
  readonly answeredAtMs: number | null;
  readonly line: StartLine;
};

/** How a parent is sent. */
export type ParentMeans = {
  readonly endpoint: LiveEndpoint;
  readonly spending: Budget;
  /** The forks continue the recording's answer instead of the provider's. */
  readonly answer: "asked" | "recorded";
};

/**
 * Sends the parent's request with `name` in its prompt.
 *
 * @throws HarnessError HX312, HX313, HX314, HX320
 */
export async function sendLiveParent(
  recorded: Exchange,
  name: string,
  { endpoint, spending, answer }: ParentMeans,
): Promise<LiveParent> {
  const replay = await replayOf({ ...recorded, request: inNamespace(recorded, name) });
  const own = answer === "recorded" ? recordedAnswer(replay) : null;
  const { sent, body } = await askLiveParent(replay, endpoint, spending);
  return {
    replay,
    forked: describeParent(replay, own ?? body),
    sent,
    answeredAtMs: monotonicMs(),
    line: new StartLine(),
  };
}

/** The parent that an earlier process sent under this name, and its answer. */
export async function keptLiveParent(
  recorded: Exchange,
  { name, sent }: { readonly name: string; readonly sent: LiveExchange },
  { answer }: Pick<ParentMeans, "answer">,
): Promise<LiveParent> {
  const replay = await replayOf({ ...recorded, request: inNamespace(recorded, name) });
  const own = answer === "recorded" ? recordedAnswer(replay) : (sent.exchange.response?.body ?? null);
  return { replay, forked: describeParent(replay, own), sent, answeredAtMs: null, line: new StartLine() };
}

/** The parent as a judge sees it; its history holds an open call more where the recording ends in one. */
export function judgedParent({ replay: { parent }, sent }: Pick<LiveParent, "replay" | "sent">): Exchange {
  return { ...parent, ...sent.exchange, id: parent.id, request: parent.request };
}

/** Null where the recorded request holds its answer already. */
function recordedAnswer({ parent: { id, response }, holdsAnswer }: ParentReplay): Buffer | null {
  if (holdsAnswer) return null;
  if (response?.status === 200) return response.body;
  throw new HarnessError({
    code: "HX320",
    what: "`parent.answer: recorded` needs an answer in the recording, and this request has no answer there",
    where: `exchange ${id}`,
    fix: "choose another exchange, or remove `answer`",
    exit: 2,
  });
}
