import { afterEach, expect, test, vi } from "vitest";
import { recordExchanges } from "../../harness/testing/index.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answer = (): Promise<Response> => Promise.resolve(Response.json({ type: "message" }));

/** When a tape that is made now sends a request, and when its answer begins. */
async function sendOnce(): Promise<{ readonly sentMs: number; readonly answeredMs: number }> {
  const tape = recordExchanges({ fetch: answer });
  await tape.fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: "{}" });
  const [exchange] = tape.exchanges;
  const sentMs = exchange?.startedAtMs ?? Number.NaN;
  return { sentMs, answeredMs: sentMs + (exchange?.firstByteMs ?? Number.NaN) };
}

test.each([-3_600_000, 3_600_000])(
  "tapes of one process have one time, also if the machine's clock is set by %s ms between them",
  async (setMs) => {
    const before = await sendOnce();
    const now = Date.now.bind(Date);
    vi.spyOn(Date, "now").mockImplementation(() => now() + setMs);
    const after = await sendOnce();
    expect(after.sentMs).toBeGreaterThanOrEqual(before.answeredMs);
    expect(after.sentMs - before.answeredMs).toBeLessThan(600_000);
  },
);

test("tapes that are made while another Date stands in its place follow that one, and later ones the time of day again", async () => {
  const before = await sendOnce();
  vi.stubGlobal("Date", { now: () => 1_000_000 });
  const [first, second] = [await sendOnce(), await sendOnce()];
  vi.unstubAllGlobals();
  const after = await sendOnce();
  expect(first.sentMs).toBeGreaterThanOrEqual(1_000_000);
  expect(second.sentMs).toBeGreaterThanOrEqual(first.answeredMs);
  expect(second.sentMs).toBeLessThan(2_000_000);
  expect(after.sentMs).toBeGreaterThanOrEqual(before.answeredMs);
});
