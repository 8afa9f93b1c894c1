import type { Judgement } from "../../harness/kernel/judgement.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "./wire-bodies.ts";

/** The verdict on two hand-written bodies of a wire. */
export function judged(dialect: DialectName, parent: object, child: object): Judgement {
  return judge({
    parent: wireExchange(dialect, JSON.stringify(parent)),
    child: wireExchange(dialect, JSON.stringify(child), "2"),
  });
}

export const chat = (...messages: readonly object[]): object => ({ model: "m", messages });

export const responses = (...input: readonly object[]): object => ({ model: "m", input });

/** What a user says, as a string or as parts. */
export const text = (content: unknown): object => ({ role: "user", content });
