import type { DialectName } from "../../../harness/kernel/layout.ts";
import type { JsonObject } from "./json.ts";

export type Call = { readonly id: string; readonly name: string; readonly input: JsonObject };

/** What a model answered. */
export type Answer = {
  readonly text: string | null;
  readonly thinking: string | null;
  readonly calls: readonly Call[];
};

export type Result = { readonly call: Call; readonly text: string };

export type TextShape = "string" | "block";

/** How one wire format spells a conversation. */
export type Codec = {
  readonly wire: DialectName;
  readonly path: (model: string) => string;
  /** The member that holds the conversation. */
  readonly list: "messages" | "input" | "contents";
  /** Whether the body names a model. */
  readonly namesModel: boolean;
  readonly user: (text: string, shape: TextShape) => JsonObject[];
  readonly answer: (answer: Answer) => JsonObject[];
  /** Results of calls, and a text behind them: in their message where the wire format allows it. */
  readonly results: (results: readonly Result[], text: string | null) => JsonObject[];
  readonly isAnswer: (item: JsonObject) => boolean;
  readonly hasResult: (item: JsonObject) => boolean;
  readonly response: (answer: Answer, model: string) => JsonObject;
  readonly withoutCalls: (answer: readonly JsonObject[]) => JsonObject[];
  readonly withoutThinking: (answer: readonly JsonObject[]) => JsonObject[];
  /** Puts a text behind what a user message says; null where it cannot hold one. */
  readonly appended: (item: JsonObject, text: string) => JsonObject | null;
  /** The list of tools, in the body itself. */
  readonly tools: (body: JsonObject) => JsonObject[] | null;
  readonly toolName: (tool: JsonObject) => string;
  readonly tool: (name: string, description: string, schema: JsonObject) => JsonObject;
  /** The member that holds a tool's schema, with the object that has it. */
  readonly schema: (tool: JsonObject) => readonly [holder: JsonObject, name: string] | null;
  /** Changes the text of the system prompt in place. */
  readonly editSystem: (body: JsonObject, change: (text: string) => string) => void;
  /** Puts one more block, or message, behind the system prompt. */
  readonly addSystem: (body: JsonObject, text: string) => void;
  /** Moves the breakpoint behind the last message, in place; unchanged if the wire format has no breakpoints. */
  readonly mark: (items: JsonObject[]) => void;
  readonly marks: readonly string[];
};
