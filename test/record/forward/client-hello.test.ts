import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { connect } from "node:tls";
import { expect, test } from "vitest";
import { parseClientHello } from "../../../harness/record/forward/client-hello.ts";

/** What Node sends first. */
async function helloOf(options: { readonly servername: string; readonly ALPNProtocols?: string[] }): Promise<Buffer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const client = connect({ port, host: "127.0.0.1", ...options });
  client.on("error", () => {});
  const [socket] = (await once(server, "connection")) as [Socket];
  const [bytes] = (await once(socket, "data")) as [Buffer];
  for (const each of [client, socket]) each.destroy();
  server.close();
  return bytes;
}

test("a client's hello names its host and protocols, and is incomplete at every earlier byte", async () => {
  const hello = await helloOf({ servername: "api.openai.com", ALPNProtocols: ["h2", "http/1.1"] });
  const found = { serverName: "api.openai.com", protocols: ["h2", "http/1.1"] };
  expect(parseClientHello(hello)).toEqual(found);
  expect(parseClientHello(Buffer.concat([hello, hello]))).toEqual(found);
  for (let length = 0; length < hello.length; length += 1)
    expect(parseClientHello(hello.subarray(0, length))).toBe(null);
});

test("a hello in several records is read like one in one", async () => {
  const hello = await helloOf({ servername: "api.openai.com", ALPNProtocols: ["h2"] });
  const records: Buffer[] = [];
  for (let at = 5; at < hello.length; at += 100) {
    const part = hello.subarray(at, at + 100);
    records.push(hello.subarray(0, 3), Buffer.from([part.length >> 8, part.length & 0xff]), part);
  }
  expect(parseClientHello(Buffer.concat(records))).toEqual({ serverName: "api.openai.com", protocols: ["h2"] });
});

test("a hello may name neither host nor protocol", async () => {
  expect(parseClientHello(await helloOf({ servername: "" }))).toEqual({ serverName: null, protocols: [] });
});

test.for([
  ["HTTP", Buffer.from("POST / HTTP/1.1\r\n")],
  ["another record", Buffer.from([0x17, 3, 3, 0, 1, 0])],
  ["another handshake message", Buffer.from([0x16, 3, 3, 0, 4, 2, 0, 0, 0])],
  ["a hello that is cut inside", Buffer.from([0x16, 3, 1, 0, 6, 1, 0, 0, 2, 3, 3])],
] as const)("%s is not a hello", ([, bytes]) => {
  expect(parseClientHello(bytes)).toBe("no hello");
});
