import { expect, test } from "vitest";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { displayWidth } from "../../harness/report/tables/display-width.ts";
import { makeTextLayout } from "../../harness/report/tables/text-layout.ts";
import { watchLine } from "../../harness/report/lines/watch-line.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { type Client, conversation, markedClients } from "../break-cost/conversation.ts";
import { modelOnce, pause } from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";

const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;
const faults = [modelOnce(1, "claude-sonnet-4-6"), pause(3, 8)];
const { recording } = served(client, conversation(client, 11, { turns: 4, faults }));
const { exchanges } = pricedInspection(inspectRecording(recording));

function linesAt(columns: number): readonly string[] {
  return exchanges.map((each) => watchLine(each, makeTextLayout({ colour: false, columns })));
}

test("a watched request takes one line of the terminal, with its code and the request that it branches from", () => {
  const [whole, cut] = [linesAt(200), linesAt(60)];
  expect(Math.max(...whole.map(displayWidth))).toBeGreaterThan(80);
  expect(Math.max(...cut.map(displayWidth))).toBeLessThanOrEqual(60);
  expect(cut[0]).toMatch(/new conversation$/);
  expect(cut[3]).toMatch(/^ +4 +0 % +\$0\.\d+ {2}CB701 the request was sent 8 min.*…$/);
  const [first, branch] = exchanges.slice(1);
  if (first === undefined || branch === undefined) throw new Error("too few exchanges");
  const asBranch = watchLine({ ...first, relation: "branch" }, makeTextLayout({ colour: false, columns: 70 }));
  expect(asBranch).toMatch(/CB101 the parent asks.*…, branch of 1$/);
});
