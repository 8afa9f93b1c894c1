import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { nkeys } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasOpenssl, makeCertificate } from "../support/make-certificate.ts";
import { makeNatsOperator } from "../support/nats-operator.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { startForkproof } from "./queue-processes.ts";
import { untimed, writeQueueProject } from "./queue-project.ts";

test.skipIf(!hasNatsServer || !hasOpenssl)(
  "over TLS with an NKEY a run gives the result of one process, and without its authority it does not connect",
  async () => {
    const keys = temporaryFolder();
    const { certificate, config: tls } = makeCertificate(keys);
    const seed = join(keys, "seed.nk");
    const user = nkeys.createUser();
    writeFileSync(seed, user.getSeed());
    const users = `authorization { users = [ { nkey: ${user.getPublicKey()} } ] }`;
    await using server = await startNatsServer({ config: `${tls}\n${users}` });
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

test.skipIf(!hasNatsServer)(
  "with the credentials of an operator's account a run and its worker log in, and with those of another operator they do not",
  async () => {
    const [ours, theirs] = [makeNatsOperator(), makeNatsOperator()];
    await using server = await startNatsServer({ config: ours.config });
    const folder = temporaryFolder();
    writeQueueProject(folder, 2);
    writeFileSync(join(folder, "ours.creds"), ours.creds);
    writeFileSync(join(folder, "theirs.creds"), theirs.creds);
    const run = (...options: readonly string[]): ReturnType<typeof runForkproof> =>
      runForkproof(["run", "scenarios/many.yaml", "--queue", server.url, ...options], folder);
    const creds = join(folder, "ours.creds");
    startForkproof(["worker", "--queue", server.url], temporaryFolder(), { NATS_CREDS: creds });
    const queued = await run("--creds", creds);
    expect(queued.exit, queued.err).toBe(0);
    expect(await run("--creds", "theirs.creds")).toMatchObject({ exit: 2, err: expect.stringContaining("HX434") });
    expect(await run()).toMatchObject({ exit: 2, err: expect.stringContaining("HX434") });
    writeFileSync(join(folder, "rubbish.creds"), "rubbish");
    for (const option of ["--creds", "--nkey"]) {
      const unreadable = await run(option, "rubbish.creds");
      expect(unreadable).toMatchObject({ exit: 2, err: expect.stringMatching(/HX434[^]*rubbish\.creds/) });
    }
    const missing = await run("--creds", "gone.creds");
    expect(missing).toMatchObject({ exit: 2, err: expect.stringContaining("gone.creds") });
  },
);
