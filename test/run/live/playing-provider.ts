import { createVirtualClock } from "../../../harness/mock/serve/clock.ts";
import { createMockProvider, type IncomingRequest, type MockProvider } from "../../../harness/mock/mock-provider.ts";
import { parseScript } from "../../../harness/mock/script/parse-script.ts";
import { type LoopbackServer, serveLoopback } from "../../../harness/mock/serve/via-loopback.ts";

export type Playing = {
  /** Forgets every prompt at once, as a provider does that routes a fork elsewhere. */
  readonly cold?: boolean;
  /**
   * The `diagnostics` of each answer behind the first, whatever was sent; without it the member is absent. `own`: what the mocked
   * provider itself finds when it compares the prompts.
   */
  readonly diagnostics?: object | null | "own";
  /** Answers every request with this status instead, quoting the key as providers do. */
  readonly status?: number;
  /** The first request, from 1, that is answered with `status`. */
  readonly statusFrom?: number;
  /** Answers with 200 and a page, as a captive portal does. */
  readonly page?: boolean;
  /** The first request is answered once this has resolved. */
  readonly firstWaitsFor?: Promise<void>;
};

export type PlayingProvider = AsyncDisposable & {
  readonly baseUrl: string;
  /** What reached it, raw. */
  readonly requests: readonly IncomingRequest[];
};

/** The mocked provider over real HTTP, dressed up as the real one: it knows no lane, and repeats the given miss reasons. */
export async function playProvider({
  cold = false,
  diagnostics,
  status,
  statusFrom = 1,
  page = false,
  firstWaitsFor,
}: Playing): Promise<PlayingProvider> {
  const requests: IncomingRequest[] = [];
  const warm = await newProvider();
  const answer: MockProvider["answer"] = async (request, sink, signal) => {
    requests.push(request);
    if (requests.length === 1) await firstWaitsFor;
    const refuses = status !== undefined && requests.length >= statusFrom;
    if (refuses || page) {
      const key = request.headers.find(([name]) => name.toLowerCase() === "x-api-key")?.[1];
      const error = { type: "made_up", message: `not today: ${key} (${key?.slice(0, 6)}***${key?.slice(-4)})` };
      sink.start(refuses ? status : 200, [["content-type", page ? "text/html" : "application/json"]]);
      void sink.write(Buffer.from(page ? "<p>Sign in</p>" : JSON.stringify({ type: "error", error })));
      sink.end();
      return;
    }
    const provider = cold ? await newProvider() : warm;
    if (diagnostics === "own") return provider.answer(request, sink, signal);
    const says = requests.length === 1 ? undefined : diagnostics;
    const unasked = { ...request, body: withoutQuestion(request.body) };
    const write = (bytes: Buffer): Promise<void> | void => sink.write(withDiagnostics(bytes, says));
    return provider.answer(unasked, { ...sink, write }, signal);
  };
  const server: LoopbackServer = await serveLoopback({ answer });
  return { baseUrl: server.baseUrl, requests, [Symbol.asyncDispose]: server.close };
}

function newProvider(): Promise<MockProvider> {
  const answers = Array.from({ length: 20 }, () => ({ text: "Rasmus Holm." }));
  const script = parseScript({ parent: [{ text: "She did." }], fork: answers.slice(0, 1) });
  return createMockProvider({ script, siblings: answers.length, clock: createVirtualClock(Date.UTC(2026, 0, 1)) });
}

/** Puts the member into the first event, where the real provider has it. */
function withDiagnostics(bytes: Buffer, diagnostics: object | null | undefined): Buffer {
  if (diagnostics === undefined) return bytes;
  const text = bytes.toString();
  return Buffer.from(text.replace('"message":{', `"message":{"diagnostics":${JSON.stringify(diagnostics)},`));
}

function withoutQuestion(body: Buffer): Buffer {
  return Buffer.from(body.toString().replace(/,"diagnostics":\{[^}]*\}/, ""));
}
