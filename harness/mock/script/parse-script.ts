import { isJsonObject } from "../../kernel/json.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { describeMatcher, findAmbiguousLanes, type LaneMatcher } from "../../kernel/lane/lane-matcher.ts";
import { nearestWord } from "../../kernel/text/nearest-word.ts";
import { parseMatcher, refuseUnknown } from "./parse-matcher.ts";
import { parseStep } from "./parse-step.ts";
import type { LaneName, Script, Step } from "./script.ts";
import {
  element,
  malformed,
  member,
  type PlacePart,
  ScriptMistake,
  type ScriptPlace,
  wholeScript,
} from "./script-place.ts";

/** Shows where a part of a script stands: `file:line:column` where the file is known. */
export type ShowPlace = (place: ScriptPlace, part: PlacePart) => string;

/**
 * Checks a script that was read as YAML or JSON: a list of steps for the fork, or lists by lane, as scenarios spell them. In
 * addition, a step may be held at a gate by its name, and anywhere in its answer.
 *
 * @throws HarnessError HX141 with the place in the script
 */
export function parseScript(value: unknown, showPlace: ShowPlace = ({ name }) => name): Script {
  try {
    return parseLanes(value);
  } catch (fault) {
    if (!(fault instanceof ScriptMistake)) throw fault;
    const { message: what, fix, place, part } = fault;
    throw new HarnessError({ code: "HX141", what, where: showPlace(place, part), fix, exit: 2 });
  }
}

const STEPS = "Write a list of answers, such as [{ text: Done. }], or { parent: [ … ], fork: [ … ] }.";

function parseLanes(value: unknown): Script {
  const waits = new Map<string, number>();
  if (Array.isArray(value)) return { lanes: new Map([["fork", parseSteps(value, wholeScript, waits)]]), waits };
  if (!isJsonObject(value))
    throw malformed(wholeScript, "is neither a list of steps nor a mapping of lanes to such lists", STEPS);
  const matchers = new Map<LaneName, LaneMatcher>();
  const lanes = Object.entries(value).map(([lane, written]) => {
    const place = member(wholeScript, lane);
    if (!/^(?:parent|fork(?:\[(?:[2-9]|[1-9]\d+)\])?)$/.test(lane)) {
      const nearest = nearestWord(lane, ["parent", "fork"]);
      const mean = nearest === null || nearest === lane ? "" : ` Did you mean \`${nearest}\`?`;
      throw malformed(place, "is not a lane", `Name lanes parent, fork, fork[2], fork[3] and so on.${mean}`, "key");
    }
    return [lane, parseLane(written, place, { waits, keep: (matcher) => void matchers.set(lane, matcher) })] as const;
  });
  const twice = findAmbiguousLanes(matchers);
  if (twice !== null) {
    const { lane, wide, narrow, matcher } = twice;
    const what = `is ambiguous: lane ${wide} matches every request that lane ${narrow} matches (${describeMatcher(matcher)})`;
    const place = member(member(wholeScript, lane), "when");
    throw malformed(place, what, "Make each `when` match the requests of its own lane only.");
  }
  return { lanes: new Map(lanes), waits, ...(matchers.size > 0 && { matchers }) };
}

/** A list of steps, or `{ when, turns }`. */
function parseLane(
  value: unknown,
  place: ScriptPlace,
  { waits, keep }: { readonly waits: Map<string, number>; readonly keep: (matcher: LaneMatcher) => void },
): readonly Step[] {
  if (!isJsonObject(value)) return parseSteps(value, place, waits);
  const words = ["when", "turns"];
  const isStep = Object.keys(value).every((word) => !words.includes(word) && nearestWord(word, words) === null);
  if (isStep)
    throw malformed(place, "is not a list of steps", "Write a list of answers, or { when: …, turns: [ … ] }.");
  refuseUnknown(value, words, place);
  const { when, turns } = value;
  if (turns === undefined) throw malformed(place, "has no turns", "Add turns: a list of answers.");
  if (when !== undefined) keep(parseMatcher(when, member(place, "when")));
  return parseSteps(turns, member(place, "turns"), waits);
}

function parseSteps(value: unknown, place: ScriptPlace, waits: Map<string, number>): readonly Step[] {
  if (!Array.isArray(value)) throw malformed(place, "is not a list of steps", STEPS);
  return value.map((step, index) => parseStep(step, element(place, index), waits));
}
