import { joinElements } from "../wire/join-elements.ts";
import type { RawBody } from "../wire/scan-body.ts";
import { WireFault } from "../wire/wire-fault.ts";
import type { ElementView, WireFormat } from "../wire/wire-format.ts";
import type { Continuation, OpenCall } from "./cache-safe-params.ts";
import { ForkPointError } from "./fork-point-error.ts";

/**
 * How a fork goes on behind a parent's request and, where it is known, the answer to it (its raw content). The parent's
 * messages stay untouched, whatever they end in:
 *
 * - user or a tool's result, answer known: the answer follows as an assistant turn, and its calls are open
 * - user or a tool's result, answer unknown: the fork's message follows at once. The APIs take turns of one role in a row
 *   (Anthropic SDK, `MessageCreateParamsBase.messages`), so the request is valid and the parent's blocks keep their places
 * - assistant with calls: it stays, and its calls are open
 * - assistant with text alone (a prefill): nothing is open
 *
 * A call is open if it is in the last assistant turn (elements of that role in a row, the answer included) and no
 * result behind it names it. Throws ForkPointError `paused` or `unknown-role`, WireFault where an element cannot be read.
 */
export function findContinuation(format: WireFormat, body: RawBody, content: Buffer | null): Continuation {
  const request = readTail(format, body);
  const answer = content === null ? [] : format.answerElements(content);
  const answerViews = answer.map(format.view);
  const turn = request.endsInAssistant || content === null ? [...request.turn, ...answerViews] : answerViews;
  refusePaused(turn);
  return {
    answer: answer.length === 0 ? null : joinElements(answer),
    openCalls: openCallsOf(turn, content === null || request.endsInAssistant ? request.behind : []),
  };
}

/** The views of the request's last assistant turn, and of the elements behind it. */
type Tail = {
  readonly turn: readonly ElementView[];
  readonly behind: readonly ElementView[];
  readonly endsInAssistant: boolean;
};

function readTail(format: WireFormat, { bytes, history }: RawBody): Tail {
  const turn: ElementView[] = [];
  const behind: ElementView[] = [];
  for (const { start, end } of history.toReversed()) {
    const view = viewAt(format, bytes.subarray(start, end), start);
    if (view.role !== "assistant" && turn.length > 0) break;
    (view.role === "assistant" ? turn : behind).unshift(view);
  }
  return { turn, behind, endsInAssistant: history.length > 0 && behind.length === 0 };
}

function viewAt(format: WireFormat, element: Buffer, start: number): ElementView {
  const view = read();
  if (view.role === "user" || view.role === "assistant" || view.role === "system") return view;
  throw new ForkPointError(
    "unknown-role",
    `the parent's conversation ends in an element of role ${JSON.stringify(view.role)}`,
    `Fork from a request in the ${format.name} format.`,
  );

  function read(): ElementView {
    try {
      return format.view(element);
    } catch (fault) {
      throw fault instanceof WireFault ? new WireFault(fault.message, fault.offset ?? start) : fault;
    }
  }
}

function refusePaused(turn: readonly ElementView[]): void {
  const served = new Set(turn.flatMap(({ hostedResults }) => hostedResults));
  const paused = turn.flatMap(({ hostedCalls }) => hostedCalls).filter((id) => !served.has(id));
  if (paused.length === 0) return;
  throw new ForkPointError(
    "paused",
    `the parent's turn has paused in a call of the provider's own tool (${paused.join(", ")})`,
    "Let the parent finish this turn and fork from its next request.",
  );
}

function openCallsOf(turn: readonly ElementView[], behind: readonly ElementView[]): readonly OpenCall[] {
  const open = turn.flatMap(({ calls }) => calls);
  // The provider answers calls of a shell of its own inside the turn (Responses).
  for (const result of [...turn, ...behind].flatMap(({ results }) => results)) {
    // Gemini may leave ids out: a result then answers the first open call of its name.
    const at = open.findIndex(({ id, name }) =>
      result.id === null ? id === null && name === result.name : id === result.id,
    );
    if (at >= 0) open.splice(at, 1);
  }
  return open;
}
