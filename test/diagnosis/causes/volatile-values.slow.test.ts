import { describe, expect, test } from "vitest";
import type { VolatileKind } from "../../../harness/diagnosis/text/volatile-kind.ts";
import { volatileDifference } from "../../../harness/diagnosis/text/volatile-kind.ts";
import { noRecordings } from "../../support/recorded-requests.ts";
import { clockPlaces } from "./clock-places.ts";
import { clockSpellings, moments } from "./clock-spellings.ts";
import { said } from "./history-mutators.ts";
import { copied } from "../../lineage/sessions/json.ts";
import { causesOf, judgeMutant } from "./mutant.ts";
import { itemsOf, type RealBody, realBodies, withItems } from "./real-bodies.ts";
import { causesAt, inspectSent, sentOf, turnsOf } from "./sessions.ts";
import { volatiles } from "./volatile-spellings.ts";

/** Bodies with a system prompt that may get a line, one of each wire first. */
const bodies = (noRecordings === null ? realBodies() : [])
  .filter((real) => systemOf(real).length > 200)
  // Instructions among the input items have codes of their own.
  .filter(({ wire, body }) => wire !== "openai-responses" || typeof body["instructions"] === "string");
const oneOfEach = [...new Map(bodies.toReversed().map((real) => [real.wire, real])).values()];
const RULES = "You review code. Read the whole change before you judge it, and name the file and the line.";

function systemOf({ body, codec }: RealBody): string {
  let text = "";
  codec.editSystem(structuredClone(body), (each) => (text = each));
  return text;
}

/** The system prompt with a line in its middle. */
function withLine(real: RealBody, line: string, isChild: boolean): RealBody["body"] {
  const { codec } = real;
  const own = isChild ? [...said(codec, "Done."), ...codec.user("Go on.", "block")] : [];
  const body = copied(withItems(real, [...itemsOf(real), ...own]));
  codec.editSystem(body, (text) => {
    const middle = text.indexOf("\n", text.length >> 1);
    return middle === -1 ? `${text}\n${line}` : `${text.slice(0, middle)}\n${line}${text.slice(middle)}`;
  });
  return body;
}

/** Pairs of values that follow on one another in a session, and the first with the last. */
function pairsOf(values: readonly string[]): readonly (readonly [string, string])[] {
  const pairs = values.map((value, at) => [value, values[(at + 1) % values.length] ?? ""] as const);
  return pairs.filter(([one, other]) => one !== other);
}

const CODES: Readonly<Record<VolatileKind, string>> = { time: "CB302", id: "CB303", path: "CB304", counter: "CB305" };

describe("a volatile value has one cause, however it is written", () => {
  test.each(clockSpellings)("if it is a clock: %s", (_name, write) => {
    for (const place of clockPlaces) {
      for (const [one, other] of pairsOf(moments.map(write))) {
        const [before, after] = [place(one), place(other)].map((line) => `${RULES}\n${line}\n${RULES}`);
        expect([one, other, volatileDifference(before!, after!)?.kinds[0]]).toEqual([one, other, "time"]);
      }
    }
  });

  test.each(volatiles)("if it is %s: %s", (_name, code, write) => {
    for (const [one, other] of pairsOf(Array.from({ length: 40 }, (_, nth) => write(nth)))) {
      const found = volatileDifference(`${RULES}\n${one}\n${RULES}`, `${RULES}\n${other}\n${RULES}`);
      expect([one, other, found && CODES[found.kinds[0]]]).toEqual([one, other, code]);
    }
  });

  test("and a clock takes precedence over any other value that changes", () => {
    const clocks = clockSpellings.filter(([, write]) => write(moments[2]!) !== write(moments[6]!));
    const lines = volatiles.map(([, , write], at) => {
      const [, clock] = clocks[at]!;
      return [2, 6].map((nth) => `Now: ${clock(moments[nth]!)}\n${write(nth)}`);
    });
    const kinds = lines.map(([before = "", after = ""]) => [before, volatileDifference(before, after)?.kinds[0]]);
    expect(kinds).toEqual(lines.map(([before]) => [before, "time"]));
  });
});

describe.skipIf(noRecordings !== null)(
  "a volatile value in the system prompt of a real client has one code in each pair",
  () => {
    const values = [
      ...clockSpellings.map(
        ([name, write]) => [name, "CB302", (nth: number) => `Current time: ${write(moments[nth]!)}`] as const,
      ),
      ...volatiles,
    ];

    test.each(oneOfEach.map((real) => [real.wire, real] as const))("on %s", (_wire, real) => {
      for (const [name, code, write] of values) {
        const at = name.length % 8;
        const [one, other] = [write(at), write(at + 1)];
        if (one === other) continue;
        const mutant = { code, does: name, parent: withLine(real, one, false), child: withLine(real, other, true) };
        expect([name, ...causesOf(judgeMutant(real, mutant))]).toEqual([name, code]);
      }
    });

    test.each(bodies.map((real) => [real.name.slice(0, 90), real] as const))(
      "in each turn of the recording %s",
      (_name, real) => {
        for (const [name, write] of clockSpellings.filter((_, at) => at % 17 === real.name.length % 17)) {
          const lines = moments.slice(0, 6).map((moment) => `Current time: ${write(moment)}`);
          const sent = turnsOf(real, 6).map((items, at) => {
            const turn = { ...real, body: { ...real.body, [real.codec.list]: [...items] } };
            // The clock comes with the third request: that is the same cause.
            return at < 2 ? sentOf(real, items) : { body: withLine(turn, lines[at]!, false) };
          });
          const inspection = inspectSent(real, sent);
          const codes = causesAt(inspection).map((causes) => causes.filter((code) => code.startsWith("CB3")));
          const expected = lines.map((line, at) => (at < 2 || (at > 2 && line === lines[at - 1]) ? [] : ["CB302"]));
          expect([name, ...codes]).toEqual([name, ...expected]);
        }
      },
    );
  },
);

describe.skipIf(noRecordings !== null)("a changed word of a system prompt is not a volatile value", () => {
  test.each(bodies.map((real) => [real.name.slice(0, 90), real] as const))("in the recording %s", (_name, real) => {
    const text = systemOf(real);
    const words = [...text.matchAll(/(?<![\w./\\-])[a-z]{4,}(?![\w./\\-])/g)]
      .filter((_, at) => at % 29 === 0)
      .slice(0, 40);
    for (const { index, 0: word } of words) {
      for (const other of ["never", word.split("").toReversed().join("")].filter((each) => each !== word)) {
        const edited = text.slice(0, index) + other + text.slice(index + word.length);
        expect([word, volatileDifference(text, edited)]).toEqual([word, null]);
      }
    }
  });
});
