import { isJsonObject, parseJson } from "../kernel/json.ts";
import type { Header, Outcome } from "../kernel/exchange.ts";
import { servedMetadata } from "../kernel/lane/served-metadata.ts";
import type { ExchangeLog, Recorder } from "./recorder.ts";

/** Makes exchanges of the messages of one WebSocket: a question, and all frames until the next one is answered. */
export type SocketLog = {
  readonly asked: (message: Buffer) => void;
  readonly answered: (message: Buffer) => void;
  /** The connection is over: what was not answered whole ends as `outcome`. */
  readonly closed: (outcome: Outcome) => void;
};

/** The headers of the handshake, which hold for each message. */
export type Handshake = {
  readonly path: string;
  readonly host: string;
  readonly headers: readonly Header[];
  /** Names the connection in the cassette. */
  readonly connection: string;
};

/** Answers of the Responses API end in one of these (its streaming events); an error ends what it answers. */
const last: ReadonlySet<unknown> = new Set([
  "response.completed",
  "response.failed",
  "response.incomplete",
  "response.done",
  "error",
]);

/**
 * A provider answers one question after another, so frames belong to the oldest that waits. Frames without a waiting question are
 * kept, too: after the previous answer, or before the next one's.
 */
export function createSocketLog(recorder: Pick<Recorder, "begin">, handshake: Handshake): SocketLog {
  const { path, host, headers, connection } = handshake;
  const open: Question[] = [];
  const early: Buffer[] = [];

  const write = (question: Question, message: Buffer): void => {
    const { type, responseId, served } = readFrame(message);
    if (question.frames === 0) question.log.responseBegan(200, [["content-type", "application/json"], ...served]);
    question.log.responseBytes(Buffer.concat([question.frames === 0 ? OPEN : COMMA, asJson(message)]));
    question.frames += 1;
    if (responseId !== null) question.log.answeredAs(responseId);
    question.isOver ||= last.has(type);
  };
  const settle = (question: Question, outcome: Outcome): void => {
    if (question.frames > 0) question.log.responseBytes(CLOSE);
    question.log.ended(question.isOver ? "complete" : outcome);
  };

  return {
    asked: (message) => {
      const log = recorder.begin({ method: "WS-MESSAGE", path, host, headers, connection });
      log.requestBytes(asJson(message));
      log.requestEnded();
      // A message that is not a question, such as a cancellation, has no answer of its own.
      if (readFrame(message).type !== "response.create") return log.ended("complete");
      const question = { log, frames: 0, isOver: false };
      open.push(question);
      for (const frame of early.splice(0)) write(question, frame);
    },
    answered: (message) => {
      // An answer that is over is ended by the next one's first frame; frames without an answer belong to it until then.
      if (open[0]?.isOver === true && open.length > 1) settle(first(open), "complete");
      const [question] = open;
      if (question === undefined) early.push(message);
      else write(question, message);
    },
    closed: (outcome) => {
      for (const question of open.splice(0)) settle(question, outcome);
    },
  };
}

type Question = { readonly log: ExchangeLog; frames: number; isOver: boolean };

const [OPEN, COMMA, CLOSE] = [Buffer.from("["), Buffer.from(","), Buffer.from("]")];

function first(open: Question[]): Question {
  const [question] = open.splice(0, 1);
  if (question === undefined) throw new Error("asked only where there is one");
  return question;
}

/** A JSON frame stays as it crossed the wire; any other frame becomes a string. */
function asJson(message: Buffer): Buffer {
  return parseJson(message.toString("utf8")) === undefined
    ? Buffer.from(JSON.stringify(message.toString("latin1")))
    : message;
}

type ReadFrame = {
  readonly type: unknown;
  readonly responseId: string | null;
  /** By which a mocked provider names the request that it answers. */
  readonly served: readonly Header[];
};

function readFrame(message: Buffer): ReadFrame {
  const frame = parseJson(message.toString("utf8"));
  if (!isJsonObject(frame)) return { type: null, responseId: null, served: [] };
  const { type, response } = frame;
  const id = isJsonObject(response) ? response["id"] : null;
  return { type, responseId: typeof id === "string" ? id : null, served: servedMetadata(response) };
}
