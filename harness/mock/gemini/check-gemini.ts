import type { JsonRecord } from "../../cache-model/is-record.ts";
import type { Rejection } from "../mock-wire.ts";
import { recordsOf, stringOf } from "../parse-json-body.ts";
import { invalidArgument } from "./gemini-error.ts";

/** What Gemini refuses of a request; its first fault only. Words: provider-caches.md 4.2 and 4.3. */
export function checkGemini(body: JsonRecord): Rejection | null {
  const contents = recordsOf(body["contents"]);
  if (contents.length === 0) return invalidArgument("* GenerateContentRequest.contents: contents is not specified\n");
  return checkRoles(contents) ?? checkParts(contents) ?? checkTurns(contents);
}

function checkRoles(contents: readonly JsonRecord[]): Rejection | null {
  const strange = contents.some(
    ({ role }) => role !== undefined && !["user", "model", "function"].includes(stringOf(role) ?? ""),
  );
  return strange ? invalidArgument("Please use a valid role: user, model.") : null;
}

function checkParts(contents: readonly JsonRecord[]): Rejection | null {
  const empty = contents.findIndex(({ parts }) => recordsOf(parts).length === 0);
  if (empty === -1) return null;
  return invalidArgument(`* GenerateContentRequest.contents[${empty}].parts: contents.parts must not be empty.\n`);
}

type Turn = { readonly isModel: boolean; calls: number; responses: number };

/** Every turn of calls has its responses, as many, in the turn behind it, and neither stands elsewhere. */
function checkTurns(contents: readonly JsonRecord[]): Rejection | null {
  const turns = turnsOf(contents);
  for (const [index, turn] of turns.entries()) {
    const [before, next] = [turns[index - 1], turns[index + 1]];
    if (turn.calls > 0 && before === undefined) {
      return invalidArgument(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      );
    }
    if (turn.calls > 0 && next?.responses !== turn.calls) {
      return invalidArgument(
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
      );
    }
    if (turn.responses > 0 && (before?.calls ?? 0) === 0) {
      return invalidArgument("Please ensure that function response turn comes immediately after a function call turn.");
    }
  }
  return null;
}

/** Neighbours of one role are one turn. */
function turnsOf(contents: readonly JsonRecord[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const { role, parts } of contents) {
    const isModel = stringOf(role) === "model";
    const last = turns.at(-1);
    const turn = last?.isModel === isModel ? last : { isModel, calls: 0, responses: 0 };
    if (turn !== last) turns.push(turn);
    for (const part of recordsOf(parts)) {
      if (part["functionCall"] !== undefined) turn.calls += 1;
      if (part["functionResponse"] !== undefined) turn.responses += 1;
    }
  }
  return turns;
}
