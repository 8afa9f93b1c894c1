import type { Codec } from "../../lineage/sessions/codec.ts";
import type { JsonObject } from "../../lineage/sessions/json.ts";
import { said } from "./history-mutators.ts";
import type { Mutant } from "./mutant.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

type Turn = readonly JsonObject[];

/** A call with what the model says in front of it, and its result. */
function turn(codec: Codec, id: string, text: string, path: string, read: string): Turn {
  const call = { id, name: "read_file", input: { path } };
  return [...codec.answer({ text, thinking: null, calls: [call] }), ...codec.results([{ call, text: read }], null)];
}

/** Histories of which a turn is missing, open or at another place: calls belong to their results. */
export function* turnMutants(real: RealBody): Generator<Mutant> {
  const { codec } = real;
  const items = itemsOf(real);
  const one = turn(codec, "call_a", "First the sum.", "src/add.js", "export const add = (a, b) => a + b;");
  const two = turn(codec, "call_b", "Now its counterpart.", "src/sub.js", "export function sub(left, right) {}");
  const three = turn(codec, "call_c", "At last, what is exported.", "package.json", '{ "exports": "./src/index.js" }');
  const other = turn(codec, "call_z", "Let us look at tests.", "test/all.js", "0 tests were found.");
  const parent = withItems(real, [...items, ...one, ...two, ...three]);
  const ends: readonly (readonly [string, Turn])[] = [
    ["ends", [...said(codec, "All done."), ...codec.user("Report what you found.", "block")]],
    ["goes on with another call", other],
    ["asks", codec.user("Report what you found.", "block")],
  ];
  for (const [goesOn, own] of ends) {
    const child = (kept: readonly Turn[]): JsonObject => withItems(real, [...items, ...kept.flat(), ...own]);
    const orders: readonly (readonly [code: string | null, does: string, kept: readonly Turn[]])[] = [
      [null, "keeps all turns", [one, two, three]],
      ["CB402", "drops the last turn", [one, two]],
      ["CB402", "drops the last two turns", [one]],
      ["CB402", "drops a turn between others", [one, three]],
      ["CB404", "puts the last turn first", [three, one, two]],
      ["CB404", "puts the first turn last", [two, three, one]],
      ["CB404", "puts the turns in reverse", [three, two, one]],
    ];
    for (const [code, does, kept] of orders) yield { code, does: `${does} and ${goesOn}`, parent, child: child(kept) };
    const open = { id: "call_d", name: "agent", input: { prompt: "Inspect src." } };
    // A text is an item of its own in Responses.
    for (const text of codec.wire === "openai-responses" ? [null] : [null, "I ask a helper."]) {
      yield {
        code: "CB417",
        does: `leaves out the open call ${text === null ? "" : "and its text "}and ${goesOn}`,
        parent: withItems(real, [...items, ...one, ...two, ...codec.answer({ text, thinking: null, calls: [open] })]),
        child: child([one, two]),
      };
    }
  }
  yield* firstMoved(real, [one, two]);
}

/** The user's first message moves behind the first turn, where it starts the conversation no more. */
function* firstMoved(real: RealBody, [one = [], two = []]: readonly Turn[]): Generator<Mutant> {
  const { codec } = real;
  const [task, own] = [codec.user("Review the folder src.", "block"), codec.user("Go on.", "block")];
  yield {
    code: "CB404",
    does: "moves the first message behind the first turn",
    parent: withItems(real, [...task, ...one, ...two]),
    child: withItems(real, [...one, ...task, ...two, ...said(codec, "All done."), ...own]),
  };
}
