import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { readElements } from "../wire/read-elements.ts";
import { joinElements } from "../wire/join-elements.ts";
import { checkOptions } from "./check-options.ts";
import { withForkRules } from "./fork-rules.ts";
import { everyWire, formatOf, historyOf, pointerTo, sameResult, textsOf, userMessage } from "./seed-parts.ts";
import type { ForkSeed, ForkTask, SeedMessage, Strategy } from "./strategy.ts";

export type PlaceholderOptions = {
  /**
   * Close the turn with an acknowledgement and open the next with a word to begin, for APIs and clients that insist on
   * user and assistant taking turns. Default: false.
   */
  readonly acknowledge?: boolean;
  /**
   * Send the calls of the in-flight turn without their arguments, as Qwen Code 0.24 does. Costs the parent's last turn where that
   * turn stands in its request. Default: false.
   */
  readonly blankArguments?: boolean;
};

/** The result of every open call, in every fork. */
export const placeholderResult = "A fork has been started for this call and works in the background.";
export const acknowledgement = "Understood. I work on the directive alone.";
export const begin = "Begin.";

/**
 * The in-flight assistant turn kept, one constant result for each open call in call order, then the rules of a fork and the
 * directive in the same message: siblings differ in the directive alone (src/FORK-SYSTEMS.md#messages-of-a-fork-in-claude-code).
 */
export function placeholderResults(options: PlaceholderOptions = {}): Strategy {
  checkOptions("placeholderResults", options, ["acknowledge", "blankArguments"]);
  return {
    name: "placeholder-results",
    wires: everyWire,
    expectedSharedEnd: options.blankArguments === true ? "last-turn" : "parent-request",
    seed: (parent, task) => seedPlaceholders(parent, task, options),
  };
}

function seedPlaceholders(parent: CacheSafeParams, task: ForkTask, options: PlaceholderOptions): ForkSeed {
  const { openCalls } = parent.continuation;
  const texts = textsOf({ ...task, directive: withForkRules(task.directive) });
  const messages = [userMessage(parent, sameResult(openCalls, placeholderResult), texts)];
  const tail = options.acknowledge === true && openCalls.length > 0 ? strictTail(parent) : [];
  const kept =
    options.blankArguments === true
      ? blanked(parent)
      : { history: null, answer: parent.continuation.answer, sharedEnd: null };
  return { ...kept, members: {}, messages: [...messages, ...tail], note: null };
}

function strictTail(parent: CacheSafeParams): readonly SeedMessage[] {
  return [
    { role: "assistant", bytes: formatOf(parent).encodeAssistant(acknowledgement) },
    userMessage(parent, [], [begin]),
  ];
}

/** The answer, or where the calls stand in the request its last assistant turn, without arguments. */
function blanked(parent: CacheSafeParams): Pick<ForkSeed, "history" | "answer" | "sharedEnd"> {
  const format = formatOf(parent);
  const { answer, openCalls } = parent.continuation;
  if (answer !== null) {
    const array = Buffer.concat([Buffer.from("["), answer, Buffer.from("]")]);
    const elements = readElements(array, 0).map(({ start, end }) => format.blankArguments(array.subarray(start, end)));
    return { history: null, answer: joinElements(elements), sharedEnd: null };
  }
  const history = historyOf(parent);
  const last = history.findLastIndex((element) => format.view(element).role === "assistant");
  if (openCalls.length === 0 || last < 0) return { history: null, answer, sharedEnd: null };
  // A turn may be several elements (Responses): all of its calls are blanked.
  const before = history.slice(0, last).findLastIndex((element) => format.view(element).role !== "assistant");
  const first = before + 1;
  return {
    history: history.map((element, index) => (index < first ? element : format.blankArguments(element))),
    answer,
    sharedEnd: pointerTo(parent, first),
  };
}
