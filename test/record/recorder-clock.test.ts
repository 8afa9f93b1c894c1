import { expect, test } from "vitest";

import { steadyEpochMs } from "../../harness/io/clock.ts";
import { createRecorder } from "../../harness/record/recorder.ts";

const head = { method: "POST", path: "/v1/messages", host: "127.0.0.1", headers: [], connection: null };

test("a request sent after a response began is recorded as sent after it, although times of day are whole milliseconds", () => {
  let now = 990.1;
  const clock = { epochMs: () => Math.floor(now), monotonicMs: () => now - 500 };
  using recorder = createRecorder({ usageIsReal: true, clock });
  const send = (): void => {
    const log = recorder.begin(head);
    log.requestBytes(Buffer.from("{}"));
    log.requestEnded();
    now += 10.4;
    log.responseBegan(200, []);
    log.responseBytes(Buffer.from("{}"));
    log.ended("complete");
  };
  send();
  now += 0.4;
  send();
  const [first, second] = [...recorder.exchanges()];
  expect((first?.startedAtMs ?? 0) + (first?.firstByteMs ?? 0)).toBeLessThanOrEqual(second?.startedAtMs ?? 0);
  expect(first?.chunks).toEqual([[0, 2]]);
});

test("a clock that is set forward makes no response late, and one that is set back gives no negative time", () => {
  const days = [5_000, 9_000_000, 8_000_000, 1_000];
  const elapsed = [0, 20, 30, 50];
  const clock = { epochMs: () => days.shift() ?? 0, monotonicMs: () => elapsed.shift() ?? 0 };
  using recorder = createRecorder({ usageIsReal: true, clock });
  for (let at = 0; at < 2; at += 1) {
    const log = recorder.begin(head);
    log.requestEnded();
    log.responseBegan(200, []);
    log.ended("complete");
  }
  expect([...recorder.exchanges()].map(({ firstByteMs }) => firstByteMs)).toEqual([20, 0]);
});

test("the time of a recorder follows no clock that is set, but counts the sleep of the machine", () => {
  let [epochMs, monotonicMs, uptimeS] = [1_000_000, 500, 9];
  const read = steadyEpochMs({ epochMs: () => epochMs, monotonicMs: () => monotonicMs, uptimeS: () => uptimeS });
  const times: number[] = [read()];
  for (const [set, ran, booted] of [
    [-3_600_000, 40.5, 0],
    [7_200_000, 1_459.5, 2],
    [0, 500, 3_600],
  ] as const) {
    [epochMs, monotonicMs, uptimeS] = [epochMs + set, monotonicMs + ran, uptimeS + booted];
    times.push(read());
  }
  expect(times).toEqual([1_000_000, 1_000_040, 1_001_500, 4_602_000]);
});
