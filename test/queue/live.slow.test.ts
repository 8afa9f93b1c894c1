import { readdirSync } from "node:fs";
import { join } from "node:path";
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
    const options = ["worker", "--queue", server.url, "--jobs", "2"];
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
