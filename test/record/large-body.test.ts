import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSpool } from "../../harness/io/files/spool.ts";
import { createRecorder } from "../../harness/record/recorder.ts";
import { NO_JOURNAL } from "../../harness/record/spooled/session-journal.ts";

const MIB = 1024 * 1024;

test("the rest of a body above the limit takes no room on the disk, and the exchange still says how large it was", () => {
  const spool = openSpool();
  using recorder = createRecorder({
    usageIsReal: false,
    session: { spool, journal: NO_JOURNAL, isRecoverable: () => false },
  });
  const log = recorder.begin({ method: "POST", path: "/v1/messages", host: "h", headers: [], connection: null });
  log.requestBytes(Buffer.from("{}"));
  log.requestEnded();
  log.responseBegan(200, []);
  const piece = Buffer.alloc(16 * MIB);
  for (let sent = 0; sent < 128; sent += 16) log.responseBytes(piece);
  log.ended("complete");
  expect([...recorder.exchanges()].map(({ outcome, request }) => [outcome, request.toString()])).toEqual([
    ["unreadable", "{}"],
  ]);
  expect(recorder.unreadable().map(({ message }) => message)).toEqual([
    expect.stringContaining(`a body of ${128 * MIB} bytes is above 64 MiB`),
  ]);
  expect(statSync(join(spool.path, "0a")).size).toBe(80 * MIB);
});
