import { knownLayout } from "../../../wires/known-layout.ts";
import type { Exchange } from "../../../kernel/exchange.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import type { DialectName, Envelope, Layout } from "../../../kernel/layout.ts";
import type { ScriptedBlock, Step } from "../../../mock/script/script.ts";
import { memoizeByObject } from "../../../kernel/memo/memoize-by-object.ts";
import { checkBody } from "../../../verdict/check-body.ts";
import { loadRecordedAnswer } from "../../../mock/wires.ts";

/** How a recorded parent is replayed: what is sent, and what the mocked model answers where the script does not say. */
export type ParentReplay = {
  /** As it was recorded. */
  readonly parent: Exchange;
  readonly wire: DialectName;
  /** Of the recorded body. */
  readonly layout: Layout;
  /** The body that is sent. */
  readonly request: Buffer;
  readonly answer: Step;
  /** Whether the recorded request holds the answer already: forks then continue it unchanged. */
  readonly holdsAnswer: boolean;
};

/** The mocked model's answer if the scenario sets no other. */
export const plainAnswer: Step = stepOf([{ type: "text", text: "I will look into it." }]);

/**
 * A recorded request is sent as it is, and answered as the recording's model did, so that the calls which forks inherit
 * are the real ones. One that ends in a call which nothing answers was never sent so, since no provider takes it: it is
 * an agent's history at the moment of the fork. The request before that call is sent, and the call is its answer.
 *
 * @throws HarnessError HX250 for a body that is not JSON, HX198 for a request of no wire that is mocked
 */
export const replayOf: (parent: Exchange) => Promise<ParentReplay> = memoizeByObject(async (parent) => {
  checkBody(parent);
  const layout = knownLayout(parent);
  if (layout === null) throw noWire(parent);
  const { request, response } = parent;
  const wire = layout.dialect;
  const open = openAnswer(layout);
  if (open !== null) {
    const { before, elements } = open;
    const { ofHistory } = await loadRecordedAnswer(wire);
    const answer = stepOf(ofHistory(elements.map(({ span }) => parse(request, span))));
    return { parent, wire, layout, request: without(request, elements, before), answer, holdsAnswer: true };
  }
  const isAnswered = response !== null && response.status === 200;
  const answer = isAnswered ? (await loadRecordedAnswer(wire)).ofResponse(response) : [];
  return { parent, wire, layout, request, answer: stepOf(answer), holdsAnswer: false };
});

/** The model's last answer where it makes calls and nothing follows it: one message, or on Responses several items. */
function openAnswer({ units }: Layout): { readonly before: Envelope; readonly elements: readonly Envelope[] } | null {
  const envelopes = units.filter((unit) => unit.unit === "envelope");
  const kinds = new Map<number, string[]>();
  for (const unit of units) {
    if (unit.unit !== "block") continue;
    const known = kinds.get(unit.message) ?? [];
    kinds.set(unit.message, known);
    known.push(unit.kind);
  }
  const isModels = ({ role, message }: Envelope): boolean =>
    role === "assistant" ||
    role === "model" ||
    (role === "" && (kinds.get(message) ?? []).some((kind) => kind === "tool-use" || kind === "thinking"));
  const first = envelopes.findLastIndex((envelope) => !isModels(envelope)) + 1;
  const [before, ...elements] = envelopes.slice(Math.max(0, first - 1));
  const isOpen = elements.some(({ message }) => kinds.get(message)?.includes("tool-use") === true);
  return before === undefined || first === 0 || !isOpen ? null : { before, elements };
}

/** The body without its last elements and the comma before them. */
function without(request: Buffer, elements: readonly Envelope[], before: Envelope): Buffer {
  const end = elements.at(-1)?.span.end ?? before.span.end;
  return Buffer.concat([request.subarray(0, before.span.end), request.subarray(end)]);
}

function parse(request: Buffer, { start, end }: Envelope["span"]): unknown {
  return JSON.parse(request.toString("utf8", start, end));
}

function stepOf(content: readonly ScriptedBlock[]): Step {
  if (content.length === 0) return plainAnswer;
  const stopReason = content.some(({ type }) => type === "call") ? "tool_use" : "end_turn";
  return { reply: { kind: "message", content, stopReason }, hold: null, cutAfterEvents: null };
}

function noWire({ id }: Exchange): HarnessError {
  return new HarnessError({
    code: "HX198",
    what: "forkproof cannot read the parent request",
    where: `exchange ${id}`,
    fix: "choose a parent that asked a model for an answer",
    exit: 2,
  });
}
