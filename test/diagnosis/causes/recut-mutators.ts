import type { JsonObject } from "../../lineage/sessions/json.ts";
import { asked, said } from "./history-mutators.ts";
import type { Mutant } from "./mutant.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

const QUESTION = "Which of the functions in src/add.js has a test?";
const CONTEXT = "Context: the open file is src/add.js, which has three functions.";
const REMINDER = "<system-reminder>\nThe task list is empty. Do not mention it.\n</system-reminder>";
const MORE = "Then look at src/sub.js, too, and name its functions.";

/** What stands in neighbours of one role, each of them one list. */
const CUTS: readonly (readonly (readonly string[])[])[] = [
  [[CONTEXT], [QUESTION]],
  [[CONTEXT, QUESTION], [MORE]],
  [[CONTEXT], [QUESTION, MORE]],
  [[CONTEXT], [QUESTION], [MORE]],
  [[QUESTION], [REMINDER]],
  [[REMINDER], [QUESTION]],
  [[CONTEXT, REMINDER], [QUESTION]],
];

/** Messages of the user's that become one, or of which one becomes several, with the same content. */
export function* recutMutants(real: RealBody): Generator<Mutant> {
  const { codec } = real;
  const head = [...itemsOf(real), ...said(codec, "All of it was read.")];
  const talk = [...said(codec, "One has a test."), ...asked(codec, ["Go on."])];
  const own = [...said(codec, "Done."), ...codec.user("Summarise it.", "block")];
  const mutant = (before: readonly JsonObject[], after: readonly JsonObject[]): Pick<Mutant, "parent" | "child"> => ({
    parent: withItems(real, [...head, ...before]),
    child: withItems(real, [...head, ...after, ...own]),
  });
  for (const cut of CUTS) {
    const [apart, joined] = [cut.flatMap((parts) => asked(codec, parts)), asked(codec, cut.flat())];
    const text = codec.user(cut.flat().join("\n\n"), "string");
    for (const [where, behind] of [
      ["at the end", []],
      ["inside", talk],
    ] as const) {
      const does = `${cut.map(({ length }) => length).join(" and ")} parts ${where}`;
      yield {
        code: "CB408",
        does: `joins messages of ${does}`,
        ...mutant([...apart, ...behind], [...joined, ...behind]),
      };
      yield {
        code: "CB408",
        does: `splits a message into ${does}`,
        ...mutant([...joined, ...behind], [...apart, ...behind]),
      };
      yield {
        code: "CB408",
        does: `joins as one text messages of ${does}`,
        ...mutant([...apart, ...behind], [...text, ...behind]),
      };
    }
  }
}
