import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveEgressProxy } from "../../harness/mock/serve/egress-proxy.ts";

const run = promisify(execFile);

/** A child that asks for each address with both of Node's clients and says what came back. */
const child = `
  import { get } from "node:http";
  for (const url of process.argv.slice(1)) {
    console.log(await fetch(url).then(({ status }) => status, () => "refused"));
    await new Promise((done) => get(url.replace("https:", "http:"), ({ statusCode }) => done(console.log(statusCode))).on("error", () => done(console.log("refused"))));
  }
`;

test("a child process reaches loopback and no other host, and the guard lists the hosts that it asked for", async () => {
  const server = createServer((_, response) => response.end("here"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const here = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
  await using egress = await serveEgressProxy();
  const { stdout } = await run(
    process.execPath,
    ["--input-type=module", "-e", child, here, "https://provider.invalid/v1"],
    {
      env: { ...process.env, ...egress.env },
    },
  );
  server.close();
  expect(stdout.split("\n").slice(0, 2)).toEqual(["200", "200"]);
  expect(egress.refused().map(({ code, where }) => `${code} ${where}`)).toEqual([
    "HX421 provider.invalid:443",
    "HX421 provider.invalid",
  ]);
});
