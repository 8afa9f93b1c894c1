import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { promisify } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { answer, ownSide, sdkSide } from "./both-sides.ts";

// No request of this file reaches the network: Node's own timers for idle connections would be recorded too.

afterEach(() => {
  vi.restoreAllMocks();
});

describe("pauses before retries of the transport compared with the OpenAI SDK's", () => {
  test.each<[readonly Readonly<Record<string, string>>[], readonly number[]]>([
    [
      [{}, {}, {}, {}, {}, {}],
      [437.5, 875, 1750, 3500, 7000, 7000],
    ],
    [
      [{ "retry-after": "3" }, { "retry-after": "0.25" }],
      [3000, 250],
    ],
    [
      [{ "retry-after-ms": "20", "retry-after": "3" }, { "retry-after-ms": "" }],
      [20, 875],
    ],
    [
      [{ "retry-after": "0" }, { "retry-after": "60" }],
      [0, 60_000],
    ],
    [
      [{ "retry-after": "-1" }, { "retry-after": "61" }, { "retry-after": "later" }],
      [437.5, 875, 1750],
    ],
    [
      [{ "retry-after-ms": "60001" }, { "retry-after-ms": "-5" }],
      [437.5, 875],
    ],
  ])("after refusals with %j, both pause for %j ms", async (headers, expected) => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const maxRetries = headers.length;
    const own: number[] = [];
    const wait = async (pauseMs: number): Promise<void> => void own.push(pauseMs);
    await ownSide.send({ options: { apiKey: "k", fetch: scripted(headers), maxRetries, wait } });
    const sdk = recordPauses();
    await sdkSide.send({ options: { apiKey: "k", fetch: scripted(headers), maxRetries } });
    expect(own).toEqual(expected);
    expect(sdk).toEqual(expected);
  });

  test("a Retry-After date is measured by the response's own clock, not by this machine's as in the SDK", async () => {
    const pauses: number[] = [];
    const headers = { date: "Sat, 21 Nov 2020 10:00:00 GMT", "retry-after": "Sat, 21 Nov 2020 10:00:02 GMT" };
    const wait = async (pauseMs: number): Promise<void> => void pauses.push(pauseMs);
    await ownSide.send({ options: { apiKey: "k", fetch: scripted([headers]), wait } });
    expect(pauses).toEqual([2000]);
  });

  test.each([
    ["connection", new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:1") })],
    ["timeout", new TypeError("fetch failed", { cause: new Error("Connect Timeout Error") })],
  ])("a lost connection is retried and reported as %s on both sides", async (end, fault) => {
    recordPauses();
    for (const side of [sdkSide, ownSide]) {
      const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(fault);
      expect(await side.send({ options: { apiKey: "k", fetch, wait: async () => undefined } })).toEqual({ end });
      expect(fetch).toHaveBeenCalledTimes(3);
    }
  });
});

describe("an abort in the pause before a retry", () => {
  test("ends the request, sends no other and leaves no listener", async () => {
    const controller = new AbortController();
    const paused = Promise.withResolvers<AbortSignal>();
    const fetch = vi.fn<typeof globalThis.fetch>(scripted([{}]));
    const wait = async (_: number, signal: AbortSignal): Promise<void> => {
      paused.resolve(signal);
      const { promise, reject } = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      return promise;
    };
    const sending = ownSide.send({ signal: controller.signal, options: { apiKey: "k", fetch, wait } });
    await paused.promise;
    controller.abort();
    expect(await sending).toEqual({ end: "aborted" });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("leaves no timer that keeps the process alive", async () => {
    const program = `
      import { OpenAiClient } from "./src/providers/openai/openai-client.ts";
      const controller = new AbortController();
      const fetch = async () => {
        setTimeout(() => controller.abort(), 100);
        return new Response("{}", { status: 503, headers: { "retry-after": "60" } });
      };
      const body = { toBuffer: () => Buffer.from("{}") };
      const request = { body, headers: [], signal: controller.signal, observe: () => undefined };
      const outcome = await new OpenAiClient({ wire: "openai-chat", apiKey: "k", fetch }).send(request);
      console.log(outcome.error.kind, outcome.attempts, process.getActiveResourcesInfo().includes("Timeout"));
    `;
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    expect((await run).stdout).toBe("aborted 1 false\n");
  });
});

/** Refuses with the headers in order, then answers. */
function scripted(headers: readonly Readonly<Record<string, string>>[]): typeof fetch {
  const left = headers.map((each) => new Response("{}", { status: 503, headers: each }));
  return async () => left.shift() ?? answer();
}

/** Records the SDK's pauses, and cuts them short. Its limit for a whole request, ten minutes, stays. */
function recordPauses(): readonly number[] {
  const pauses: number[] = [];
  const { setTimeout: original } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation((callback, delayMs = 0, ...rest) => {
    if (delayMs < 600_000) pauses.push(delayMs);
    return original(callback, delayMs < 600_000 ? 0 : delayMs, ...rest);
  });
  return pauses;
}
