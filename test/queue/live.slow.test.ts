import { readdirSync } from "node:fs";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { playProvider } from "../run/live/playing-provider.ts";
import { KEY } from "../run/live/run-live.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { startForkproof } from "./queue-processes.ts";
import { resultAt, writeCase, writeQueueProject } from "./queue-project.ts";

test.skipIf(!hasNatsServer)(
  "workers share --max-cost, their transcripts come back, and another run grades them again without a request",
  async () => {
    await using provider = await playProvider({});
    const folder = temporaryFolder();
    writeQueueProject(folder, 8);
    const fork = { strategy: "pass-through", prompt: "Say ${note}.", maxTurns: 1 };
    writeCase(folder, "live", {
      cases: "rows.jsonl",
      fork,
      provider: { mode: "live" },
      expect: { verdict: "byte-identical" },
    });
    await using server = await startNatsServer();
    // Each run starts a process in every lane.
    const options = ["worker", "--queue", server.url, "--jobs", "1"];
    for (const _ of [1, 2]) startForkproof(options, temporaryFolder(), { ANTHROPIC_API_KEY: KEY });
    const run = (report: string, maxUsd: number, baseUrl: string): ReturnType<typeof runForkproof> =>
      runForkproof(
        // prettier-ignore
        ["run", "scenarios/live.yaml", "--live", "--base-url", baseUrl, "--queue", server.url, "--max-cost", String(maxUsd), "--report", report],
        folder,
      );
    const rich = await run("rich.json", 10, provider.baseUrl);
    expect(rich.exit, rich.out + rich.err).toBe(0);
    const { jobs } = resultAt(folder, "rich.json");
    expect(jobs).toHaveLength(8);
    const transcript = jobs[0]?.live?.transcript?.folder ?? "";
    expect(transcript).toMatch(/^reports\/transcripts\//);
    expect(readdirSync(join(folder, transcript))).toContain("rounds.jsonl");
    const sent = provider.requests.length;
    const name = /transcripts: (\S+)/.exec(rich.err)?.[1] ?? "";
    const again = await runForkproof(
      ["run", "scenarios/live.yaml", "--regrade", name, "--report", "again.json"],
      folder,
    );
    expect(again.exit, again.out + again.err).toBe(0);
    expect(resultAt(folder, "again.json").summary.passed).toBe(8);
    expect(provider.requests).toHaveLength(sent);

    await using other = await playProvider({});
    const none = await run("none.json", 0.0001, other.baseUrl);
    const worstUsd = Number(/up to \$(\d\.\d+)/.exec(none.out)?.[1]);
    expect(other.requests).toHaveLength(0);
    // Two requests at once never fit, and real costs use up the rest after a few.
    const maxUsd = worstUsd + 0.015;
    const poor = await run("poor.json", maxUsd, other.baseUrl);
    expect(poor.exit, poor.out).not.toBe(0);
    const spent = resultAt(folder, "poor.json").jobs.map(({ live }) => live?.costUsd ?? 0);
    expect(spent.reduce((sum, usd) => sum + usd, 0)).toBeLessThanOrEqual(maxUsd);
    expect(other.requests.length).toBeGreaterThan(0);
    // Each request cost more than nothing, and all together less than the limit.
    expect(other.requests.length).toBeLessThan(sent);
    expect(poor.out).toContain("--max-cost allows");
  },
);

test.skipIf(!hasNatsServer)(
  "a live run whose coordinator was killed before its first result goes on, and pays for no round twice",
  async () => {
    await using provider = await playProvider({});
    const folder = temporaryFolder();
    writeQueueProject(folder, 2);
    const fork = { strategy: "pass-through", prompt: "Say ${note}.", maxTurns: 1 };
    writeCase(folder, "live", { cases: "rows.jsonl", fork, provider: { mode: "live" } });
    await using server = await startNatsServer();
    // prettier-ignore
    const options = ["run", "scenarios/live.yaml", "--live", "--base-url", provider.baseUrl, "--queue", server.url, "--max-cost", "10"];
    const killed = startForkproof(options, folder);
    await killed.says("--resume");
    const connection = await connect({ servers: server.url });
    const { streams } = await jetstreamManager(connection);
    const held = async (stream: string): Promise<number> => (await streams.info(stream)).state.messages;
    await expect.poll(() => held("forkproof_jobs")).toBe(2);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const env = { ANTHROPIC_API_KEY: KEY };
    startForkproof(["worker", "--queue", server.url, "--jobs", "1"], temporaryFolder(), env);
    await expect.poll(() => held("forkproof_results"), { timeout: 20_000 }).toBe(2);
    await connection.close();
    const name = /--resume (\S+)\)/.exec(killed.err())?.[1] ?? "";
    const resumed = await runForkproof([...options, "--resume", name, "--report", "resumed.json"], folder);
    expect(resumed.exit, resumed.out + resumed.err).toBe(0);
    expect(resultAt(folder, "resumed.json").summary.passed).toBe(2);
    expect(provider.requests).toHaveLength(3);
  },
);

test.skipIf(!hasNatsServer)("the requests of a killed worker are named, with what they may cost", async () => {
  const gate = Promise.withResolvers<void>();
  await using provider = await playProvider({ firstWaitsFor: gate.promise });
  const folder = temporaryFolder();
  writeQueueProject(folder, 2);
  const fork = { strategy: "pass-through", prompt: "Say ${note}.", maxTurns: 1 };
  writeCase(folder, "live", { cases: "rows.jsonl", fork, provider: { mode: "live" } });
  await using server = await startNatsServer();
  const worker = (): ReturnType<typeof startForkproof> =>
    startForkproof(["worker", "--queue", server.url, "--jobs", "1"], temporaryFolder(), { ANTHROPIC_API_KEY: KEY });
  const dying = worker();
  // prettier-ignore
  const options = ["run", "scenarios/live.yaml", "--live", "--base-url", provider.baseUrl, "--queue", server.url, "--max-cost", "10", "--redeliver-after", "1"];
  const run = startForkproof(options, folder);
  await expect.poll(() => provider.requests.length, { timeout: 20_000 }).toBe(1);
  dying.child.kill("SIGKILL");
  await dying.ended;
  gate.resolve();
  worker();
  expect(await run.ended, run.err()).toBe(0);
  expect(run.err()).toMatch(
    /^1 request of workers that ended: up to \$0\.\d*[1-9]\d*, which the cost of no job includes$/m,
  );
});
