import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { importTraffic } from "../../harness/cassette/lines/import-traffic.ts";
import { openAsRecorded, openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { noRecordings } from "../support/recorded-requests.ts";

const codex = "../shared/recordings/codex/spawn-gpt61-websocket.jsonl";

type Message = {
  readonly connection: string;
  readonly answers: string;
  readonly continues?: string;
  readonly says: string;
  /** What came back was not recorded. */
  readonly frameless?: true;
  readonly generate?: false;
};

/** A traffic file of messages; each asks with one item and is answered with one. */
function recorded(folder: string, messages: readonly Message[]): string {
  const lines = messages.map(({ connection, answers, continues, says, frameless, generate }, at) =>
    JSON.stringify({
      seq: at + 1,
      method: "WS-MESSAGE",
      path: "/v1/responses",
      conn: connection,
      headers: [],
      body: JSON.stringify({
        model: "m",
        generate,
        previous_response_id: continues,
        input: [{ role: "user", content: says }],
      }),
      response: {
        status: 200,
        respId: answers,
        ...(frameless === true
          ? {}
          : { frames: [{ type: "response.output_item.done", item: { role: "assistant", content: `to ${says}` } }] }),
      },
    }),
  );
  const path = join(folder, "traffic.jsonl");
  writeFileSync(path, lines.join("\n"));
  return path;
}

const saidIn = (request: Buffer): readonly string[] =>
  JSON.parse(String(request)).input.map(({ content }: { readonly content: string }) => content);

it("a continued message is loaded as the whole request, in whatever order messages are read", () => {
  using folder = makeTempFolder();
  const path = recorded(folder.path, [
    { connection: "a", answers: "r1", says: "1" },
    { connection: "b", answers: "r2", says: "other" },
    { connection: "a", answers: "r3", continues: "r1", says: "2" },
    { connection: "b", answers: "r4", continues: "r1", says: "branch" },
    { connection: "a", answers: "r5", continues: "r3", says: "3" },
  ]);
  const expected = [["1"], ["other"], ["1", "to 1", "2"], ["1", "to 1", "branch"], ["1", "to 1", "2", "to 2", "3"]];
  for (const order of [[1, 2, 3, 4, 5], [5], [4, 5, 3], [5, 4, 3, 2, 1]]) {
    const recording = openRecording(path);
    for (const id of order) expect(saidIn(recording.load(String(id)).request)).toEqual(expected[id - 1]);
  }
  expect(saidIn(openAsRecorded(path).load("5").request)).toEqual(["3"]);
});

it("the last message of a long connection is loaded as the whole request", () => {
  using folder = makeTempFolder();
  const messages = Array.from({ length: 2_000 }, (_, at) => ({
    connection: "a",
    answers: `r${at + 1}`,
    ...(at === 0 ? {} : { continues: `r${at}` }),
    says: String(at),
  }));
  expect(saidIn(openRecording(recorded(folder.path, messages)).load("2000").request)).toHaveLength(3_999);
});

it("a message stays as it was sent if the answer that it continues is not recorded before it, and so do those behind it", () => {
  using folder = makeTempFolder();
  const path = recorded(folder.path, [
    { connection: "a", answers: "r1", continues: "r0", says: "1" },
    { connection: "a", answers: "r2", continues: "r1", says: "2" },
    { connection: "a", answers: "r0", says: "late" },
    { connection: "a", answers: "r3", continues: "r0", says: "3" },
  ]);
  for (const order of [
    [1, 2, 3, 4],
    [2, 4],
    [4, 3],
  ]) {
    const recording = openRecording(path);
    const expected = [["1"], ["2"], ["late"], ["late", "to late", "3"]];
    for (const id of order) expect(saidIn(recording.load(String(id)).request)).toEqual(expected[id - 1]);
  }
});

it("a message stays as it was sent if the frames of an earlier answer are missing; an answer that was not requested is empty", () => {
  using folder = makeTempFolder();
  const path = recorded(folder.path, [
    { connection: "a", answers: "r1", says: "1", frameless: true, generate: false },
    { connection: "a", answers: "r2", continues: "r1", says: "2", frameless: true },
    { connection: "a", answers: "r3", continues: "r2", says: "3" },
  ]);
  for (const order of [["2", "3"], ["3"]]) {
    const recording = openRecording(path);
    const said = order.map((id) => saidIn(recording.load(id).request));
    expect(said.at(-1)).toEqual(["3"]);
  }
  expect(saidIn(openRecording(path).load("2").request)).toEqual(["1", "2"]);
});

it.skipIf(noRecordings !== null)("a real client's fork repeats the rebuilt requests of its parent", () => {
  const items = (id: string): readonly { readonly type: string }[] =>
    JSON.parse(String(openRecording(codex).load(id).request)).input;
  expect(items("5").map(({ type }) => type)).toEqual(
    items("9")
      .slice(0, items("5").length)
      .map(({ type }) => type),
  );
  expect([items("5"), items("9"), items("13"), items("16")].map(({ length }) => length)).toEqual([13, 21, 23, 25]);
});

it.skipIf(noRecordings !== null)("an import keeps the bytes on the wire, and rebuilds requests alike", () => {
  using folder = makeTempFolder();
  const cassette = join(folder.path, "cassette");
  importTraffic(codex, cassette);
  for (const open of [openRecording, openAsRecorded]) {
    expect(open(cassette).load("9").request).toEqual(open(codex).load("9").request);
  }
});
