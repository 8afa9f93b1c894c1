import { hash } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import type { IncomingRequest, MockProvider } from "../../harness/mock/mock-provider.ts";
import type { Sink } from "../../harness/mock/serve/play-plan.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import type { ClientServer } from "./client-case.ts";
import { serveTlsMock } from "./serve-tls-mock.ts";

/** Serves a mocked provider as Code Assist, and Google's other hosts behind a proxy of the environment: nothing leaves the machine. */
export async function serveCodeAssist(provider: MockProvider, folder: string): Promise<ClientServer> {
  const digests: string[] = [];
  const byInner = new Map<string, string>();
  const codeAssist = wrapped(provider, (body, inner) => {
    digests.push(hash("sha256", body));
    byInner.set(hash("sha256", inner), hash("sha256", body));
  });
  const plain = await serveLoopback(codeAssist);
  const secured = await serveTlsMock(plain.baseUrl, folder);
  const tunnel = await serveTunnel(secured.port);
  return {
    baseUrl: plain.baseUrl,
    environment: { HTTPS_PROXY: tunnel.url, NODE_EXTRA_CA_CERTS: secured.trustedBy },
    digests: () => digests,
    messageOf: (inner) => byInner.get(inner) ?? null,
    [Symbol.asyncDispose]: async () => {
      await tunnel[Symbol.asyncDispose]();
      await secured[Symbol.asyncDispose]();
      await plain.close();
    },
  };
}

/** Answers what a login asks Google's other hosts; Code Assist is the mocked provider's own. */
export function withLogin(provider: Pick<MockProvider, "answer">): Pick<MockProvider, "answer"> {
  return {
    answer: (request, sink, signal) =>
      request.path.startsWith("/v1internal:") ? provider.answer(request, sink, signal) : answerLogin(request, sink),
  };
}

/** Answers a login's own requests, and has the provider answer the request inside each prompt's. */
function wrapped(
  provider: Pick<MockProvider, "answer">,
  onPrompt: (body: Buffer, inner: Buffer) => void = () => {},
): Pick<MockProvider, "answer"> {
  return {
    answer: async (request, sink, signal) => {
      const [, method] = /^\/v1internal:(generateContent|streamGenerateContent)/.exec(request.path) ?? [];
      if (method === undefined) return await answerLogin(request, sink);
      const { model, request: whole } = JSON.parse(request.body.toString());
      // Code Assist's own member; Gemini's API refuses it.
      const { session_id: _, ...asked } = whole;
      const body = Buffer.from(JSON.stringify(asked));
      onPrompt(request.body, body);
      const query = method === "streamGenerateContent" ? "?alt=sse" : "";
      const path = `/v1beta/models/${model}:${method}${query}`;
      await provider.answer({ ...request, path, body }, enveloped(sink), signal);
    },
  };
}

/** Puts each answer under `response`, whether it comes as events or as one document. */
function enveloped(sink: Sink): Sink {
  const parts: Buffer[] = [];
  return {
    ...sink,
    write: (bytes) => {
      parts.push(bytes);
      return Promise.resolve();
    },
    end: () => {
      const text = Buffer.concat(parts).toString();
      const isStream = text.startsWith("data: ");
      const answer = isStream ? text.replaceAll(/^data: (.*)$/gm, 'data: {"response":$1}') : `{"response":${text}}`;
      void sink.write(Buffer.from(answer));
      sink.end();
    },
  };
}

/** By path: what Google answers someone whose token has run out and who was never here before. */
const logins: Readonly<Record<string, unknown>> = {
  "/token": { access_token: "made-up", expires_in: 3600, token_type: "Bearer" },
  "/tokeninfo": { email: "someone@example.com", expires_in: 3600, scope: "openid" },
  "/oauth2/v2/userinfo": { email: "someone@example.com" },
  "/v1internal:loadCodeAssist": { allowedTiers: [{ id: "free-tier", name: "Free", isDefault: true }] },
  "/v1internal:onboardUser": { done: true, response: { cloudaicompanionProject: { id: "made-up", name: "Made up" } } },
  "/v1internal:countTokens": { totalTokens: 100 },
};

async function answerLogin({ path }: IncomingRequest, sink: Sink): Promise<void> {
  const document = logins[path.replace(/\?.*/, "")] ?? {};
  sink.start(200, [["content-type", "application/json"]]);
  await sink.write(Buffer.from(JSON.stringify(document)));
  sink.end();
}

/** A proxy that leads every host to one port. */
async function serveTunnel(port: number): Promise<AsyncDisposable & { readonly url: string }> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client.on("error", () => {}));
    client.once("data", () => {
      const provider = connect(port, "127.0.0.1");
      provider.on("error", () => client.destroy());
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      client.pipe(provider).pipe(client);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      for (const client of open) client.destroy();
      await closed;
    },
  };
}
