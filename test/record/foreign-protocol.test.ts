import { request } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { expect, test } from "vitest";
import { createRecorder } from "../../harness/record/recorder.ts";
import { startRecordingProxy } from "../../harness/record/recording-proxy.ts";
import { serveUpstream } from "./serve-upstream.ts";

test("a client that speaks TLS gets an alert, HTTP/2 a GOAWAY, CONNECT a 405, and each is named with what to do", async () => {
  await using upstream = await serveUpstream((_, response) => response.end("{}"));
  using recorder = createRecorder({ usageIsReal: false });
  const foreign: string[] = [];
  const onForeign = ({ message, fix }: { readonly message: string; readonly fix: string }): void =>
    void foreign.push(`${message}: ${fix}`);
  await using proxy = await startRecordingProxy(upstream.url, recorder, null, { onForeign });
  const { origin } = proxy;
  const port = Number(new URL(origin).port);

  const [fault] = await once(connectSecurely({ host: "127.0.0.1", port }), "error");
  expect(String(fault)).toContain("alert protocol version");
  // It ends with the error that the frame carries.
  const session = connectHttp2(origin).on("error", () => {});
  const [code, , debug] = await once(session, "goaway");
  expect(code).toBe(0x0d);
  expect(String(debug)).toContain("use HTTP/1.1, or record with --forward");
  session.destroy();
  const tunnel = request({ host: "127.0.0.1", port, method: "CONNECT", path: "example.com:443" }).end();
  const [refused] = await once(tunnel, "connect");
  expect([refused.statusCode, refused.statusMessage]).toEqual([
    405,
    "forkproof opens no tunnels here, record with --forward",
  ]);
  expect(foreign).toEqual([
    `the client speaks TLS to the proxy, which expects plain HTTP/1.1: give the client the base URL ${origin} with http, not https; a client that takes only https needs --forward`,
    `the client speaks HTTP/2 to the proxy, which expects plain HTTP/1.1: give the client the base URL ${origin} and let it use HTTP/1.1; a client that speaks only HTTP/2 needs --forward`,
    `the client asks for a tunnel (CONNECT), which only --forward opens: record with --forward, or give the client the base URL ${origin} and take it out of HTTPS_PROXY`,
  ]);
  // None of them stops the next client.
  expect(await (await fetch(`${origin}/v1/messages`, { method: "POST", body: "{}" })).text()).toBe("{}");
  expect(recorder.count()).toMatchObject({ recorded: 1, brokenOff: 0 });
});

test("a connection that closes without a byte, or with half a line, is not a fault", async () => {
  await using upstream = await serveUpstream((_, response) => response.end("{}"));
  using recorder = createRecorder({ usageIsReal: false });
  await using proxy = await startRecordingProxy(upstream.url, recorder);
  for (const bytes of ["", "P", "GET /"]) {
    const client = connect(Number(new URL(proxy.origin).port), "127.0.0.1");
    client.end(bytes);
    await once(client.resume(), "close");
  }
  expect(recorder.count().recorded).toBe(0);
});

test("two proxies cannot listen on one port, and the second says so", async () => {
  await using upstream = await serveUpstream((_, response) => response.end("{}"));
  using recorder = createRecorder({ usageIsReal: false });
  await using first = await startRecordingProxy(upstream.url, recorder);
  const port = Number(new URL(first.origin).port);
  await expect(startRecordingProxy(upstream.url, recorder, null, { port })).rejects.toMatchObject({
    code: "HX401",
    message: `port ${port} is in use`,
  });
});
