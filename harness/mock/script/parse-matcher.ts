import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import type { LaneMatcher } from "../../kernel/lane/lane-matcher.ts";
import { nearestWord } from "../../kernel/text/nearest-word.ts";
import { malformed, member, type ScriptPlace } from "./script-place.ts";

const CONDITIONS = ["contains", "matches", "tool"];

/** Reads the `when` of a lane. */
export function parseMatcher(value: unknown, place: ScriptPlace): LaneMatcher {
  const example = "Write when: { contains: You are the fork }.";
  if (!isJsonObject(value)) throw malformed(place, "is not a mapping of conditions", example);
  refuseUnknown(value, CONDITIONS, place);
  if (Object.keys(value).length === 0) throw malformed(place, "is empty", example);
  const [contains, matches, tool] = CONDITIONS.map((name) => parseCondition(value[name], member(place, name)));
  if (typeof matches === "string") checkPattern(matches, member(place, "matches"));
  return { contains: contains ?? null, matches: matches ?? null, tool: tool ?? null };
}

/** @throws ScriptMistake for the first member that is not one of the words, with the nearest of them */
export function refuseUnknown(value: JsonObject, words: readonly string[], place: ScriptPlace): void {
  const unknown = Object.keys(value).find((word) => !words.includes(word));
  if (unknown === undefined) return;
  const nearest = nearestWord(unknown, words);
  const fix = nearest === null ? `Use ${words.join(", ")}.` : `Did you mean \`${nearest}\`?`;
  throw malformed(member(place, unknown), "is unknown here", fix, "key");
}

function parseCondition(value: unknown, place: ScriptPlace): string | null {
  if (value === undefined) return null;
  if (typeof value !== "string") throw malformed(place, "is not text", "Put it in quotes.");
  if (value.trim() === "") throw malformed(place, "is empty", "Write the text to look for.");
  return value;
}

function checkPattern(pattern: string, place: ScriptPlace): void {
  try {
    RegExp(pattern, "u");
  } catch (fault) {
    const why = fault instanceof Error ? `: ${fault.message}` : "";
    throw malformed(place, `is not a regular expression${why}`, "Correct the pattern; it is compiled with flag u.");
  }
}
