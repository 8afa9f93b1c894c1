import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { serveUpstream } from "../record/serve-upstream.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** Records a client that sends the body twice, to a provider where no server listens. */
async function recordToNowhere(body: string): Promise<Printed & { readonly origin: string }> {
  const url = await closedUrl();
  const client = `for (const count of [1, 2]) {
  const sent = { method: "POST", body: ${JSON.stringify(body)} };
  await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", sent).catch(() => {});
}`;
  writeFileSync(join(folder.path, "client.mjs"), client);
  const command = ["record", "--upstream", url.href, "--", process.execPath, "client.mjs"];
  return { ...(await runForkproof(command, folder.path)), origin: url.origin };
}

async function closedUrl(): Promise<URL> {
  await using server = await serveUpstream(() => {});
  return server.url;
}

test("record names the reason and the URL of a provider that is down, once", async () => {
  const { err, origin } = await recordToNowhere("{}");
  const { host } = new URL(origin);
  expect(err).toContain(`HX403  the host cannot be reached: connect ECONNREFUSED ${host}\n       where  ${origin}\n`);
  expect(err.match(/HX403/g)).toHaveLength(1);
});

test("each place of a credential stands on a line of its own", async () => {
  const { exit, err } = await recordToNowhere(JSON.stringify({ prompt: `sk-ant-${"aB3dE5fG7h".repeat(4)}` }));
  expect(exit).toBe(2);
  const place = (id: number): string => `exchange ${id}, request body, byte 11 \\(/prompt\\)`;
  expect(err).toMatch(new RegExp(`where {2}${place(1)}\n +${place(2)}: an Anthropic key\n`));
});

test("record ca shows the certificate authority, and record -- ca runs a program of that name", async () => {
  const bare = await runForkproof(["record", "ca"], folder.path, { HOME: folder.path });
  expect([bare.exit, bare.out, bare.err]).toEqual([
    0,
    "",
    expect.stringContaining("the certificate authority does not exist yet"),
  ]);
  const authority = join(folder.path, ".config/forkproof/ca");
  mkdirSync(authority, { recursive: true });
  const kept = await runForkproof(["record", "ca"], folder.path, { HOME: folder.path });
  expect([kept.exit, kept.out]).toEqual([0, `${join(authority, "ca.pem")}\n`]);
  const odd = await runForkproof(["record", "ca", "--out", "here"], folder.path);
  expect([odd.exit, odd.err]).toEqual([2, expect.stringContaining("record ca does not take --out")]);
  writeFileSync(join(folder.path, "ca"), "#!/bin/sh\necho my own program\n", { mode: 0o755 });
  const path = `${folder.path}:${process.env["PATH"]}`;
  const own = await runForkproof(["record", "--", "ca"], folder.path, { PATH: path });
  expect([own.exit, own.out, own.err]).toEqual([2, "my own program\n", expect.stringContaining("HX211")]);
});

test("record --remove without `ca`, and import of a missing file, say what to write", async () => {
  const removed = await runForkproof(["record", "--remove"], folder.path);
  expect([removed.exit, removed.err]).toEqual([2, expect.stringContaining("write forkproof record ca --remove")]);
  const imported = await runForkproof(["import", "nope.har"], folder.path);
  expect([imported.exit, imported.err]).toEqual([2, expect.stringContaining("check the path: nothing is there")]);
});

test("record --forward names a SOCKS proxy in the environment, without its password", async () => {
  const environment = { HTTPS_PROXY: "socks5://me:secret@127.0.0.1:1" };
  const printed = await runForkproof(["record", "--forward", "--", "true"], folder.path, environment);
  expect(printed.exit).toBe(2);
  expect(printed.err).toContain("HX508  HTTPS_PROXY names a SOCKS proxy, which is not supported");
  expect(printed.err).not.toContain("secret");
});
