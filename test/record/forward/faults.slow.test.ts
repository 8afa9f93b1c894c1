import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../../harness/io/files/disk.ts";
import { runForkproof } from "../../cli/run-forkproof.ts";
import { recordedDigests, recordForward } from "./record-forward.ts";
import { serveProvider, type TlsProvider } from "./serve-provider.ts";

const hosts = ["api.anthropic.com", "files.example.com", "llm.example.com"];

let folder: TempFolder;
let provider: TlsProvider;
beforeEach(async () => {
  folder = makeTempFolder();
  provider = await serveProvider(folder.path, hosts);
});
afterEach(async () => {
  await provider[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const post = (host: string, options = ""): string =>
  `curl -sS ${options} -d '{}' https://${host}/v1/messages?by=${host}`;
const shown = "-o answer -w '%{http_code} %{http_version}\\n'";

test("only model hosts and those of --host are read, and every other connection passes with the host's own certificate", async () => {
  const unread = post("files.example.com", "--cacert provider-ca.pem");
  const line = [post("api.anthropic.com"), unread, post("llm.example.com")].join(" && ");
  const printed = await recordForward(folder.path, provider, line, { hosts, options: ["--host", "llm.*"] });
  expect(printed).toMatchObject({ exit: 0 });
  expect(provider.heard).toHaveLength(3);
  const read = ["api.anthropic.com", "llm.example.com"].map((host) => `/v1/messages?by=${host}`);
  expect([...recordedDigests(folder.path).keys()]).toEqual(read);
  expect(printed.err).toContain("passed unread: files.example.com; add --host if a model is behind one of them\n");
});

test("a client whose provider is down gets a 502 that names the reason, and the recording goes on", async () => {
  const away = { ...provider, port: 9 };
  const line = [`${post("api.anthropic.com", shown)}; cat answer; ${post("api.openai.com", shown)}`].join(" && ");
  const options = ["--connect-to", `api.openai.com:443=127.0.0.1:${provider.port}`];
  const printed = await recordForward(folder.path, away, line, { options });
  expect(printed.out).toMatch(/^502 1\.1\n.*HX403 api\.anthropic\.com cannot be reached: connect ECONNREFUSED/s);
  expect(printed.err.match(/^HX403/gm)).toHaveLength(2);
  expect(printed.err).toContain("recorded 2 exchanges, 2 unreachable: cassette");
});

test("a provider whose certificate is not trusted gets nothing", async () => {
  const printed = await recordForward(folder.path, provider, post("api.anthropic.com", shown), {
    environment: { NODE_EXTRA_CA_CERTS: "" },
  });
  expect(printed.out).toBe("502 1.1\n");
  expect(printed.err).toMatch(/HX403 +the host cannot be reached: unable to verify/);
  expect(provider.heard).toEqual([]);
});

test("a provider that shows the certificate of another name gets nothing", async () => {
  const printed = await recordForward(folder.path, provider, post("api.mistral.ai", shown), {
    hosts: ["api.mistral.ai"],
  });
  expect(printed.out).toBe("502 1.1\n");
  expect(printed.err).toMatch(/HX403 .*is not in the cert's\s+altnames/s);
  expect(provider.heard).toEqual([]);
});

test("a client that refuses our certificate is named with the way out", async () => {
  const line = `${post("api.anthropic.com", "--cacert provider-ca.pem")}; ${post("api.anthropic.com")}`;
  const printed = await recordForward(folder.path, provider, line);
  // Without white space, since a long path is wrapped.
  expect(printed.err.replaceAll(/\s+/g, "")).toMatch(
    /HX404theclientdoesnotacceptforkproof'scertificate:tlsv1alertunknowncawhereapi\.anthropic\.comfix.*\.config\/forkproof\/ca\/ca\.pem,orrecorditbyitsbaseURL/,
  );
  expect(printed.err).toContain("recorded 1 exchange: cassette");

  // Its file is gone when the client has ended.
  const ephemeral = { options: ["--ephemeral-ca"], out: "again" };
  const { err } = await recordForward(folder.path, provider, line, ephemeral);
  expect(err.replaceAll(/\s+/g, " ")).toMatch(
    /HX404 .* fix .*: record without --ephemeral-ca and make it trust the file/,
  );
  expect(err).not.toContain("ca.pem");
});

test("a proxy in front carries both what is read and what is not", async () => {
  await using front = await serveFrontProxy(provider.port);
  const line = [post("api.anthropic.com"), post("files.example.com", "--cacert provider-ca.pem")].join(" && ");
  const printed = await recordForward(folder.path, provider, line, {
    hosts: [],
    environment: { HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${front.port}`, NO_PROXY: "api.anthropic.com.example" },
  });
  expect(printed).toMatchObject({ exit: 0 });
  const credential = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
  expect(front.asked).toEqual([`api.anthropic.com:443 ${credential}`, `files.example.com:443 ${credential}`]);
  expect([...recordedDigests(folder.path).keys()]).toEqual(["/v1/messages?by=api.anthropic.com"]);
});

test("a proxy in front that refuses is named in the client's 502", async () => {
  await using front = await serveFrontProxy(null);
  const printed = await recordForward(folder.path, provider, `${post("api.anthropic.com", shown)}; cat answer`, {
    hosts: [],
    environment: { HTTPS_PROXY: `http://127.0.0.1:${front.port}` },
  });
  expect(printed.out).toMatch(new RegExp(`^502 1\\.1\\n.*the proxy 127\\.0\\.0\\.1:${front.port} answers 407`, "s"));
});

test("a proxy in front that is not HTTP is refused before the client starts", async () => {
  const printed = await recordForward(folder.path, provider, "touch started", {
    environment: { ALL_PROXY: "socks5://user:secret@127.0.0.1:1080" },
  });
  expect(printed.exit).toBe(2);
  expect(printed.err).toContain("HX508  ALL_PROXY names a SOCKS proxy, which is not supported");
  expect(printed.err).not.toContain("secret");
  expect(existsSync(join(folder.path, "started"))).toBe(false);
});

test.for([
  ["uses no proxy", "true", "make it use HTTPS_PROXY"],
  [
    "asks only hosts that pass unread",
    post("files.example.com", "--cacert provider-ca.pem"),
    "add --host for the provider's host if it is one of those that passed unread: files.example.com",
  ],
] as const)("a client that %s is reported with the way out", async ([, line, fix]) => {
  const { exit, err } = await recordForward(folder.path, provider, line, { hosts });
  expect(exit).toBe(2);
  const printed = err.replaceAll(/\s+/g, " ");
  expect(printed).toContain("HX211 the command sent nothing to a model host through the proxy");
  expect(printed).toContain(fix);
});

test("record ca --remove deletes the authority, and the next run makes another", async () => {
  const certificate = join(folder.path, ".config/forkproof/ca/ca.pem");
  await recordForward(folder.path, provider, post("api.anthropic.com"));
  const first = readFileSync(certificate, "utf8");
  const environment = { HOME: folder.path };
  expect(await runForkproof(["record", "ca", "--remove"], folder.path, environment)).toMatchObject({
    exit: 0,
    err: `removed ${join(folder.path, ".config/forkproof/ca")}\n`,
  });
  expect(readdirSync(join(folder.path, ".config/forkproof"))).toEqual([]);
  expect((await runForkproof(["record", "ca", "--remove"], folder.path, environment)).err).toContain(
    "nothing to remove",
  );
  await recordForward(folder.path, provider, post("api.anthropic.com"), { out: "again" });
  expect(readFileSync(certificate, "utf8")).not.toBe(first);
});

test("--ephemeral-ca writes no key to the disk", async () => {
  const line = `${post("api.anthropic.com")} && grep -rl "PRIVATE KEY" "$HOME" "$(dirname "$NODE_EXTRA_CA_CERTS")" > found`;
  await recordForward(folder.path, provider, line, { options: ["--ephemeral-ca"] });
  expect(provider.heard).toHaveLength(1);
  expect(readFileSync(join(folder.path, "found"), "utf8")).toBe("");
  expect(existsSync(join(folder.path, ".config"))).toBe(false);
});

test("an authority whose key others may read is not used", async () => {
  await recordForward(folder.path, provider, post("api.anthropic.com"));
  chmodSync(join(folder.path, ".config/forkproof/ca/ca-key.pem"), 0o640);
  const printed = await recordForward(folder.path, provider, "touch started", { out: "again" });
  expect(printed).toMatchObject({ exit: 2, err: expect.stringContaining("HX551") as string });
  expect(existsSync(join(folder.path, "started"))).toBe(false);
});

test.for([
  ["--host without --forward", ["--host", "a.example"], "HX505"],
  ["--forward with --preset", ["--forward", "--preset", "codex"], "HX505"],
  ["--forward with --upstream", ["--forward", "--upstream", "https://a.example"], "HX505"],
  ["--host with a URL", ["--forward", "--host", "https://a.example"], "HX503"],
  ["--host that matches everything", ["--forward", "--host", "*"], "HX503"],
  ["--connect-to without a port", ["--forward", "--connect-to", "a.example=127.0.0.1"], "HX503"],
  ["--remove with a command", ["--remove"], "HX505"],
] as const)("record refuses %s", async ([, options, code]) => {
  const printed = await runForkproof(["record", ...options, "--", "true"], folder.path, { HOME: folder.path });
  expect(printed.exit).toBe(2);
  expect(printed.err).toContain(code);
});

test("a plain URL of a listed host is read through the proxy, and one of another host is passed on", async () => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.headers.host} ${request.url}`);
    request.resume().on("end", () => response.end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const options = ["llm.example.com", "files.example.com"].flatMap((host) => [
    "--connect-to",
    `${host}:80=127.0.0.1:${port}`,
  ]);
  const line = "curl -sS -d '{}' http://llm.example.com/a http://files.example.com/b http://llm.example.com/c";
  const printed = await recordForward(folder.path, provider, line, {
    options: [...options, "--host", "llm.example.com"],
  });
  server.close();
  expect(printed).toMatchObject({ exit: 0, out: expect.stringContaining("{}{}{}") as string });
  expect(heard).toEqual(["llm.example.com /a", "files.example.com /b", "llm.example.com /c"]);
  expect([...recordedDigests(folder.path).keys()]).toEqual(["/a", "/c"]);
});

test("--mock answers instead of a model host", async () => {
  writeFileSync(join(folder.path, "script.yaml"), "parent:\n  - text: From the script.\n");
  const message = { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Say it." }] };
  writeFileSync(join(folder.path, "body.json"), JSON.stringify(message));
  const line =
    "curl -sS -H 'x-api-key: mocked' -H 'anthropic-version: 2023-06-01' --data-binary @body.json https://api.anthropic.com/v1/messages";
  const printed = await recordForward(folder.path, provider, line, { hosts: [], options: ["--mock", "script.yaml"] });
  expect(printed).toMatchObject({ exit: 0, out: expect.stringContaining("From the script.") as string });
  expect(provider.heard).toEqual([]);
});

type FrontProxy = AsyncDisposable & { readonly port: number; readonly asked: readonly string[] };

/** A proxy that leads every name to one port of loopback, or asks for a password where that is null. */
async function serveFrontProxy(leadsTo: number | null): Promise<FrontProxy> {
  const asked: string[] = [];
  const open = new Set<Socket>();
  const server = createServer();
  server.on("connect", (request, socket: Socket) => {
    asked.push(`${request.url} ${request.headers["proxy-authorization"]}`);
    if (leadsTo === null) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const target = connect(leadsTo, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(target).pipe(socket);
    });
    for (const each of [socket, target]) open.add(each.on("error", () => {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    port,
    asked,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
