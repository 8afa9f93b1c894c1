import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { nkeys } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "./nats-server.ts";
import { startForkproof } from "./queue-processes.ts";
import { untimed, writeQueueProject } from "./queue-project.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenssl) console.warn("NOT RUN: no openssl here to make a certificate");

test.skipIf(!hasNatsServer || !hasOpenssl)(
  "over TLS with an NKEY a run gives the result of one process, and without its authority it does not connect",
  async () => {
    const keys = temporaryFolder();
    const [key, certificate, seed] = ["key.pem", "certificate.pem", "seed.nk"].map((name) => join(keys, name)) as [
      string,
      string,
      string,
    ];
    // prettier-ignore
    execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate], { stdio: "ignore" });
    const user = nkeys.createUser();
    writeFileSync(seed, user.getSeed());
    const config = `tls { cert_file: "${certificate}", key_file: "${key}" }
      authorization { users = [ { nkey: ${user.getPublicKey()} } ] }`;
    await using server = await startNatsServer({ config });
    const url = server.url.replace("nats://127.0.0.1", "tls://localhost");
    const login = ["--queue", url, "--nkey", seed];
    const folder = temporaryFolder();
    writeQueueProject(folder, 3);
    const run = (
      options: readonly string[],
      environment: Readonly<Record<string, string>>,
    ): ReturnType<typeof runForkproof> => runForkproof(["run", "scenarios/many.yaml", ...options], folder, environment);
    expect((await run(["--report", "plain.json"], {})).exit).toBe(0);
    startForkproof(["worker", ...login], temporaryFolder(), { NATS_CA: certificate });
    const queued = await run([...login, "--report", "queued.json"], { NATS_CA: certificate });
    expect(queued.exit, queued.err).toBe(0);
    expect(untimed(folder, "queued.json")).toBe(untimed(folder, "plain.json"));
    const foreign = await run(login, {});
    expect(foreign).toMatchObject({ exit: 3, err: expect.stringMatching(/HX432[^]*NATS_CA/) });
    const unknown = await run(["--queue", url], { NATS_CA: certificate });
    expect(unknown).toMatchObject({ exit: 2, err: expect.stringContaining("HX434") });
  },
);
