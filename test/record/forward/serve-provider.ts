import { createHash } from "node:crypto";
import { once } from "node:events";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Authority, createAuthority } from "../../../harness/record/forward/authority/authority.ts";

/** What the provider got of one request, and the digest of what it answered. */
export type Heard = {
  readonly protocol: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly request: string;
  readonly answer: string;
};

export type TlsProvider = AsyncDisposable & {
  readonly port: number;
  /** The certificate that its clients must trust, as a file. */
  readonly trustedBy: string;
  readonly heard: readonly Heard[];
  readonly server: ReturnType<typeof createSecureServer>;
};

/** Answers every request with an event stream that depends on its body, over HTTP/1.1 and HTTP/2, under the names of `hosts`. */
export async function serveProvider(
  folder: string,
  hosts: readonly string[],
  protocols: string[] = ["h2", "http/1.1"],
): Promise<TlsProvider> {
  const authority = createAuthority();
  const trustedBy = join(folder, "provider-ca.pem");
  writeFileSync(trustedBy, authority.certificate);
  const heard: Heard[] = [];
  const server = createSecureServer({
    allowHTTP1: true,
    ALPNProtocols: protocols,
    SNICallback: (name, take) => take(null, contextOf(authority, hosts, name)),
  });
  server.on("request", (request, response) => void answer(request, response, heard));
  server.on("sessionError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const open = new Set<{ destroy: () => void }>();
  server.on("connection", (socket: { destroy: () => void }) => open.add(socket));
  return {
    port: address.port,
    trustedBy,
    heard,
    server,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function contextOf(authority: Authority, hosts: readonly string[], name: string): ReturnType<Authority["contextFor"]> {
  // Another name gets a certificate that its client must refuse.
  return authority.contextFor(hosts.includes(name) ? name : "another.invalid");
}

async function answer(request: Http2ServerRequest, response: Http2ServerResponse, heard: Heard[]): Promise<void> {
  const digest = createHash("sha256");
  let length = 0;
  for await (const part of request) {
    digest.update(part as Buffer);
    length += (part as Buffer).length;
  }
  const sha256 = digest.digest("hex");
  const answered = createHash("sha256");
  response.writeHead(200, { "content-type": "text/event-stream", "x-heard": sha256 });
  const events = Math.max(3, Math.min(2000, length >> 10));
  for (let at = 0; at < events; at += 1) {
    const event = Buffer.from(`event: part\ndata: {"at":${at},"of":"${sha256.repeat(at % 7)}"}\n\n`);
    answered.update(event);
    if (!response.write(event)) await once(response.stream ?? response, "drain");
  }
  const { httpVersion: protocol, url: path, headers } = request;
  heard.push({ protocol, path, headers, request: sha256, answer: answered.digest("hex") });
  response.end();
}
