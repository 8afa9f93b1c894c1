import { execFile } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider, type MockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { parentBody } from "./anthropic-body.ts";

const headers = { "x-api-key": "k", "anthropic-version": "2023-06-01", "content-type": "application/json" };

function provide(script: unknown): Promise<MockProvider> {
  return createMockProvider({ script: parseScript(script), clock: createVirtualClock() });
}

function post(baseUrl: string, body: unknown): Promise<Response> {
  return fetch(`${baseUrl}/v1/messages?beta=true`, { method: "POST", headers, body: JSON.stringify(body) });
}

test("a port in use gives an error with a fix", async () => {
  await using server = await serveLoopback(await provide([]));
  const port = Number(new URL(server.baseUrl).port);
  await expect(serveLoopback(await provide([]), port)).rejects.toMatchObject({
    code: "HX401",
    message: `Port ${port} is in use.`,
    where: `127.0.0.1:${port}`,
    exit: 3,
  });
  await expect(serveLoopback(await provide([]), 70_000)).rejects.toMatchObject({ code: "HX402" });
});

test("a child process is served like any client, and its path, host and headers are kept as sent", async () => {
  const provider = await provide([{ text: "Three." }]);
  await using server = await serveLoopback(provider);
  const program = `const r = await fetch(process.argv[1] + "/v1/messages", { method: "POST", headers: JSON.parse(process.argv[2]), body: process.argv[3] });
    console.log((await r.json()).content[0].text);`;
  const given = [
    "--input-type=module",
    "-e",
    program,
    server.baseUrl,
    JSON.stringify(headers),
    JSON.stringify(parentBody),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  expect(stdout.trim()).toBe("Three.");
  const [served] = provider.served();
  expect(served?.exchange).toMatchObject({ method: "POST", path: "/v1/messages", host: new URL(server.baseUrl).host });
  expect(served?.exchange.request.equals(Buffer.from(JSON.stringify(parentBody)))).toBe(true);
});

test("a cut before the first byte is a broken connection", async () => {
  const provider = await provide([{ text: "Never.", cut: { afterEvents: 0 } }]);
  await using server = await serveLoopback(provider);
  await expect(post(server.baseUrl, parentBody)).rejects.toMatchObject({ cause: { code: "UND_ERR_SOCKET" } });
  expect(provider.served()[0]).toMatchObject({ outcome: "cut", exchange: { response: null, firstByteMs: null } });
});

test("a body that is not streamed can be cut in its middle", async () => {
  const provider = await provide([{ text: "Never whole.", cut: { afterEvents: 1 } }]);
  await using server = await serveLoopback(provider);
  const response = await post(server.baseUrl, parentBody);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("terminated");
  expect(provider.served()[0]?.exchange.response?.body.toString()).toMatch(/^\{"model"/);
});

test("a cut answer has written its entry, since the provider had begun", async () => {
  const provider = await provide([{ text: "Never whole.", cut: { afterEvents: 1 } }, { text: "Whole." }]);
  await using server = await serveLoopback(provider);
  await (await post(server.baseUrl, parentBody)).text().catch(() => "");
  await (await post(server.baseUrl, parentBody)).text();
  const [cut, whole] = provider.served().map(({ prediction }) => prediction?.usage);
  expect(whole?.read).toBe(cut?.write);
});

test("the server notices a client that leaves while it is held, and closing drops the rest", async () => {
  const provider = await provide({ fork: [{ text: "a", wait: "never" }], "fork[2]": [{ text: "b", wait: "never" }] });
  const server = await serveLoopback(provider);
  const leaver = new AbortController();
  const left = fetch(`${server.baseUrl}/v1/messages`, {
    method: "POST",
    headers: { ...headers, "x-forkproof-lane": "fork" },
    body: JSON.stringify(parentBody),
    signal: leaver.signal,
  }).catch((fault: unknown) => fault);
  await provider.gates.held("never", 1);
  leaver.abort();
  expect(await left).toMatchObject({ name: "AbortError" });
  await expect.poll(() => provider.served()[0]?.outcome).toBe("aborted");
  expect(provider.served()[0]?.exchange.response).toBe(null);

  const dropped = post(server.baseUrl, parentBody).catch((fault: unknown) => fault);
  await provider.gates.held("never", 1);
  await Promise.all([server.close(), server.close()]);
  expect(await dropped).toBeInstanceOf(TypeError);
  await expect.poll(() => provider.served()[1]?.outcome).toBe("aborted");
});

test("a client that leaves in the middle of its request does not count as a request", async () => {
  const provider = await provide([{ text: "a" }]);
  await using server = await serveLoopback(provider);
  const half = request(`${server.baseUrl}/v1/messages`, {
    method: "POST",
    headers: { ...headers, "content-length": "100" },
  });
  half.on("error", () => undefined);
  half.write("{");
  await once(half, "socket");
  const closed = new Promise((resolve) => half.on("close", resolve));
  half.destroy();
  await closed;
  await post(server.baseUrl, parentBody);
  expect(provider.served().map(({ exchange }) => exchange.request.length)).toEqual([JSON.stringify(parentBody).length]);
});

test("a large answer reaches a slow client completely", async () => {
  const text = "All the words. ".repeat(200_000);
  const provider = await provide([{ text }]);
  await using server = await serveLoopback(provider);
  const body = { ...parentBody, stream: true };
  const stream = await (await post(server.baseUrl, body)).text();
  expect(stream.length).toBeGreaterThan(text.length);
  expect(provider.served()[0]?.exchange.response?.body.toString()).toBe(stream);
  expect(provider.served()[0]?.outcome).toBe("complete");
});
