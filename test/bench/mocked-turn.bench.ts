import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider, type MockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { AnthropicClient, ForkBody, scanBody } from "../../src/index.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { makePair } from "./make-pair.ts";

const ROUNDS = 300;
const WARM_UP = 50;
const KIBIBYTE = 1024;

/** One turn of a fork over the real SDK: our provider compared with one that answers the same bytes and looks at nothing. */
export const mockedTurn: BenchCase = {
  name: "mocked-turn",
  compares: `one turn of 100 KB through the SDK, answered by our provider and by a canned response, ${ROUNDS} rounds`,
  run: async () => [await throughFetch(), await throughLoopback()],
};

const body = ForkBody.splice(scanBody(requestBody(100 * KIBIBYTE), "messages"), {});
const script = parseScript({
  fork: Array.from({ length: ROUNDS + WARM_UP + 1 }, () => ({ text: "Done, two still hold." })),
});

/** The bench's body, opened by a user as a provider wants it. */
function requestBody(bytes: number): Buffer {
  const { messages, ...frame } = JSON.parse(makePair(bytes, "text", 0).parent.toString());
  const opening = { role: "user", content: "Go through the modules." };
  return Buffer.from(JSON.stringify({ ...frame, messages: [opening, ...messages] }));
}

function provider(): Promise<MockProvider> {
  return createMockProvider({ script, clock: createVirtualClock() });
}

async function throughFetch(): Promise<BenchRow> {
  const ours = mockFetch(await provider());
  const canned = await answerOf(ours);
  const theirs: typeof fetch = async () => new Response(canned.bytes, { headers: { "content-type": canned.type } });
  const baseUrl = "http://mocked.invalid";
  return row("through fetch", 1, sender(baseUrl, ours), sender(baseUrl, theirs));
}

async function throughLoopback(): Promise<BenchRow> {
  await using ours = await serveLoopback(await provider());
  const canned = await answerOf((input, init) => fetch(input, init), ours.baseUrl);
  const server = createServer((request, response) => {
    request
      .on("data", () => {})
      .on("end", () => response.writeHead(200, { "content-type": canned.type }).end(canned.bytes));
  });
  const theirs = await listening(server);
  try {
    return await row("through loopback", 3, sender(ours.baseUrl), sender(theirs));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return `http://127.0.0.1:${address.port}`;
}

/** What the mocked provider answers, byte for byte. */
async function answerOf(
  send: typeof fetch,
  baseUrl = "http://mocked.invalid",
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const headers = { "x-api-key": "any", "anthropic-version": "2023-06-01", "x-forkproof-lane": "fork" };
  const response = await send(`${baseUrl}/v1/messages`, {
    method: "POST",
    headers,
    body: new Uint8Array(body.toBuffer()),
  });
  return { bytes: new Uint8Array(await response.arrayBuffer()), type: response.headers.get("content-type") ?? "" };
}

function sender(baseUrl: string, fetch?: typeof globalThis.fetch): () => Promise<void> {
  const client = new AnthropicClient({ apiKey: "any", baseUrl, maxRetries: 0, fetch });
  const { signal } = new AbortController();
  return async () => {
    const outcome = await client.send({ body, headers: [["x-forkproof-lane", "fork"]], signal, observe: () => {} });
    // Only a turn that was answered may be counted.
    if (outcome.kind === "failed" || !outcome.answer.text.endsWith("hold.")) throw new Error(JSON.stringify(outcome));
  };
}

async function row(
  what: string,
  goalMs: number,
  ours: () => Promise<void>,
  theirs: () => Promise<void>,
): Promise<BenchRow> {
  const times: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const [our, their] = [await time(ours), await time(theirs)];
    if (round < 0) continue;
    times.ours.push(our);
    times.theirs.push(their);
  }
  const [medianMs, floorMs] = [median(times.ours), median(times.theirs)];
  return {
    what,
    medianMs,
    against: { what: "canned", medianMs: floorMs },
    bytes: null,
    goal: { says: `at most ${goalMs} ms above`, met: medianMs - floorMs <= goalMs },
  };
}

async function time(send: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await send();
  return performance.now() - startMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
