import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inSentOrder } from "../../harness/cassette/in-sent-order.ts";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { writeCassette } from "../../harness/cassette/format/write-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { someExchange } from "./some-exchange.ts";
import { trafficLine } from "./traffic-line.ts";

const said = (turns: number): string =>
  JSON.stringify({
    model: "claude-sonnet-4-5",
    messages: Array.from({ length: 2 * turns - 1 }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: `This was said as number ${at}.`,
    })),
  });

const timeOf = (turn: number): string => `2026-11-21T20:29:0${turn}.000Z`;

const line = (turn: number, more: object = {}): string =>
  trafficLine(turn, { ts: timeOf(turn), body: said(turn), bodySha256: undefined, ...more });

const parentsIn = (path: string): object => {
  const { exchanges, reordered } = inspectRecording(openRecording(path));
  return { parents: exchanges.map(({ id, parent }) => [id, parent]), reordered };
};

const inOrder = {
  parents: [
    ["1", null],
    ["2", "1"],
    ["3", "2"],
  ],
  reordered: 2,
};

test("a traffic file whose lines are in another order is read in the order in which they were sent", () => {
  using folder = makeTempFolder();
  const path = join(folder.path, "traffic.jsonl");
  writeFileSync(path, `${[line(3), line(1), line(2)].join("\n")}\n`);
  expect(parentsIn(path)).toEqual(inOrder);
});

test("a cassette whose exchanges are in another order is read in the order in which they were sent", () => {
  using folder = makeTempFolder();
  const path = join(folder.path, "cassette");
  const exchanges = [3, 1, 2].map((turn) =>
    someExchange({
      id: String(turn),
      forkOf: null,
      request: Buffer.from(said(turn)),
      startedAtMs: Date.parse(timeOf(turn)),
      socket: null,
    }),
  );
  writeCassette(path, exchanges);
  expect(parentsIn(path)).toEqual(inOrder);
});

test("a traffic file with times after the bodies is read in the order in which the lines were sent", () => {
  using folder = makeTempFolder();
  const path = join(folder.path, "traffic.jsonl");
  const timeLast = (turn: number): string =>
    `${line(turn, { ts: undefined }).slice(0, -1)},"ts":${JSON.stringify(timeOf(turn))}}`;
  writeFileSync(path, `${[timeLast(3), timeLast(1), timeLast(2)].join("\n")}\n`);
  expect(parentsIn(path)).toEqual(inOrder);
});

test("the numbers of the lines give the order if one line has no time", () => {
  using folder = makeTempFolder();
  const path = join(folder.path, "traffic.jsonl");
  writeFileSync(path, `${[line(3), line(1, { ts: undefined }), line(2)].join("\n")}\n`);
  expect(openRecording(path)).toMatchObject({ ids: ["1", "2", "3"], reordered: 2 });
});

test("requests that were sent at the same time stay in their stored order", () => {
  expect(inSentOrder(["b", "a", "c", "d"], [5, 5, 1, 5])).toEqual({ ids: ["c", "b", "a", "d"], reordered: 1 });
  expect(inSentOrder(["b", "a"], [5, 5])).toEqual({ ids: ["b", "a"] });
  expect(inSentOrder(["b", "a"], [5, null])).toEqual({ ids: ["b", "a"] });
});
