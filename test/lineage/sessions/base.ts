import type { Header, RecordedResponse } from "../../../harness/kernel/exchange.ts";
import type { Answer, Codec, TextShape } from "./codec.ts";
import { type JsonObject, withStrings } from "./json.ts";

/** A stretch of a conversation: what was said before the first answer, an answer, or what was said to it. */
export type Entry = {
  readonly kind: "opening" | "answer" | "reply";
  readonly items: readonly JsonObject[];
};

/** A model's answer: as the next request repeats it, and as it came. */
export type AnswerEntry = Entry & {
  readonly kind: "answer";
  /** What came over the wire where it was recorded; a generated answer is spelled by the codec. */
  readonly recorded: RecordedResponse | null;
  readonly said: Answer | null;
};

export type BaseTurn = { readonly answer: AnswerEntry; readonly reply: Entry };

/** A conversation that sessions are made of. */
export type Base = {
  readonly name: string;
  readonly codec: Codec;
  readonly model: string;
  readonly path: string;
  readonly host: string | null;
  readonly headers: readonly Header[];
  /** A request of it without what was said: the list is empty, in its place among the members. */
  readonly envelope: JsonObject;
  readonly opening: Entry;
  readonly turns: readonly BaseTurn[];
  /** How the client writes a text of the user. */
  readonly shape: TextShape;
  /** Whether the client marks the end of the conversation. */
  readonly marks: boolean;
  readonly thinks: boolean;
  /** Whether calls have ids. */
  readonly hasIds: boolean;
};

/** The name of the tool that starts a fork. */
export const AGENT = "agent";

/** Every base offers a tool that starts forks. */
export function withAgentTool(envelope: JsonObject, codec: Codec): JsonObject {
  const tools = codec.tools(envelope);
  if (tools !== null && !tools.some((tool) => codec.toolName(tool) === AGENT)) {
    tools.push(
      codec.tool(AGENT, "Gives a task to an agent that knows the conversation so far, and returns its report.", {
        type: "object",
        properties: { description: { type: "string" }, prompt: { type: "string" } },
        required: ["description", "prompt"],
      }),
    );
  }
  return envelope;
}

/** The items without their breakpoints, which move with the conversation. */
export function unmarked(items: readonly JsonObject[], codec: Codec): JsonObject[] {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip).filter((each) => !isMark(each, codec));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).filter(([name]) => !codec.marks.includes(name));
    return Object.fromEntries(members.map(([name, each]) => [name, strip(each)]));
  };
  return items.map((item) => strip(item) as JsonObject);
}

function isMark(value: unknown, { marks }: Codec): boolean {
  return typeof value === "object" && value !== null && marks.some((name) => name === "cachePoint" && name in value);
}

/** The entry with its texts changed: those that were said, not names, roles and arguments. */
export function withTexts<E extends Entry>(entry: E, change: (text: string) => string): E {
  const isText = (name: string): boolean => ["text", "content", "output"].includes(name);
  const items = entry.items.map(
    (item) => withStrings(item, (text, name) => (isText(name) ? change(text) : text)) as JsonObject,
  );
  return { ...entry, items };
}
