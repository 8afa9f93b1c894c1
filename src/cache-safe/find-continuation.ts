import { describeContent, type RawBlock } from "../wire/describe-content.ts";
import { encodeAssistantMessage } from "../wire/encode-message.ts";
import { readElements } from "../wire/read-elements.ts";
import type { RawBody } from "../wire/scan-body.ts";
import type { Continuation } from "./cache-safe-params.ts";
import { ForkPointError } from "./fork-point-error.ts";
import { readMessage } from "./read-message.ts";

/**
 * How a fork goes on behind a parent's request and, where it is known, the answer to it (the raw content array). The
 * parent's messages stay untouched, whatever they end in:
 *
 * - user or tool_result, answer known: the answer follows as an assistant turn, and its calls are open
 * - user or tool_result, answer unknown: the fork's message follows at once. The API joins turns of one role in a row
 *   (SDK, `MessageCreateParamsBase.messages`), so the request is valid and the parent's blocks keep their places
 * - assistant with tool_use: it stays, and its calls are open
 * - assistant with text alone (a prefill): nothing is open
 *
 * A call is open where it stands in the last assistant turn (messages of that role in a row, the answer included) and no
 * tool_result behind it names it. An answer without content is left out: the API refuses an empty message that is not the
 * last. Throws ForkPointError `paused` or `unknown-role`, WireFault where a message cannot be read.
 */
export function findContinuation(body: RawBody, answer: Buffer | null): Continuation {
  const request = readTail(body);
  const answerBlocks = answer === null ? [] : blocksIn(answer);
  const turn = describeContent(
    request.endsInAssistant || answer === null ? [...request.turn, ...answerBlocks] : answerBlocks,
  );
  if (turn.pausedCalls.length > 0) {
    throw new ForkPointError(
      "paused",
      `the parent's turn has paused in a call of the provider's own tool (${turn.pausedCalls.join(", ")})`,
      "Let the parent finish this turn and fork from its next request.",
    );
  }
  const answered = new Set(describeContent(request.behind).answered);
  return {
    answer: answer === null || answerBlocks.length === 0 ? null : encodeAssistantMessage(answer),
    openCalls: turn.calls.filter(({ id }) => !answered.has(id)).map(({ id, name }) => ({ id, name })),
  };
}

/** The blocks of the request's last assistant turn, and those of the messages behind it. */
type Tail = {
  readonly turn: readonly RawBlock[];
  readonly behind: readonly RawBlock[];
  readonly endsInAssistant: boolean;
};

function readTail({ bytes, history }: RawBody): Tail {
  const turn: RawBlock[][] = [];
  const behind: RawBlock[][] = [];
  for (const span of history.toReversed()) {
    const { role, blocks } = readMessage(bytes, span);
    if (role !== "assistant" && turn.length > 0) break;
    (role === "assistant" ? turn : behind).unshift([...blocks]);
  }
  return { turn: turn.flat(), behind: behind.flat(), endsInAssistant: history.length > 0 && behind.length === 0 };
}

function blocksIn(content: Buffer): readonly RawBlock[] {
  return readElements(content, 0).map(({ start, end }) => ({ raw: content.subarray(start, end), writtenInput: null }));
}
