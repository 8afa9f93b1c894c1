import { describe, expect, test } from "vitest";
import { firstSeed } from "../support/first-seed.ts";
import { summarize } from "./describe.ts";
import { examine } from "./examine.ts";
import { programs } from "./generate.ts";
import { readTracedCall } from "./traced-call.ts";
import { judgeCall } from "./judge-call.ts";
import { runOracle, shippedCommands } from "./oracle.ts";
import { makePlayground } from "./playground.ts";
import { planted } from "./planted.ts";
import { oracleObstacle, shells } from "./shells.ts";

const obstacle = oracleObstacle();
if (obstacle !== null) console.warn(`SKIPPED: no system call was watched (${obstacle})`);

const how = { cwd: "play", locale: "C", each: "subshell" } as const;

describe.skipIf(obstacle !== null)("the oracle of system calls", () => {
  test("sees what each class of attack does where no filter stands before it", async () => {
    const ground = makePlayground();
    try {
      for (const [name, commands] of Object.entries(planted)) {
        const allowed = commands.map((command) => ({ command, promise: "literal" as const }));
        const { hits, hung } = await examine(ground, allowed, programs, { ...how, stalledMs: 3000 });
        const seen = new Set([...hits, ...hung].map(({ command }) => command));
        expect({ name, unseen: commands.filter((command) => !seen.has(command)) }).toEqual({ name, unseen: [] });
      }
    } finally {
      ground.remove();
    }
  });

  test("sees the programs that a repository names where no guard stands before git", async () => {
    const ground = makePlayground();
    try {
      const commands = ["git log -p -1", "git status", "git diff"];
      const allowed = commands.map((command) => ({ command, promise: "bash" as const }));
      const open = await examine(ground, allowed, programs, { ...how, cwd: "repo" });
      expect(open.hits.map(({ command }) => command)).toEqual(commands);
      expect(open.hits.map(({ did }) => did)).toContain("runs");
      const guarded = await examine(ground, allowed, programs, { ...how, cwd: "repo", guarded: true });
      expect(guarded.hits).toEqual([]);
      expect(guarded.calls).toBeGreaterThan(100);
    } finally {
      ground.remove();
    }
  });

  test("sees no harm from the commands of the corpora that a promise allows, each in a shell of its own", async () => {
    const ground = makePlayground();
    try {
      const result = await examine(ground, await shippedCommands(), programs, { ...how, each: "own-shell" });
      console.info(`oracle, corpora: ${summarize(result)}`);
      expect(result.commands).toBeGreaterThan(400);
      expect(result.hits).toEqual([]);
    } finally {
      ground.remove();
    }
  });

  test("sees no harm from generated commands that a promise allows", async () => {
    const result = await runOracle({ count: 500, seed: firstSeed() });
    console.info(`oracle: ${summarize(result)}, ${result.canaries} canaries, seed ${result.seed}`);
    for (const { name } of shells) expect(result.runs[name] ?? 0).toBeGreaterThan(200);
    expect(result.calls).toBeGreaterThan(result.commands * 5);
    expect(result.written).toBeGreaterThan(0);
    expect(result.hits).toEqual([]);
  });

  test("fails if it is asked to examine nothing", async () => {
    await expect(runOracle({ count: 0, seed: 1 })).rejects.toThrow(/nothing/);
  });
});

describe("a traced call", () => {
  const none = new Set(["ls", "ip"]);
  test.each([
    ['openat(AT_FDCWD, "f", O_RDONLY) = 3', null],
    ['openat(AT_FDCWD, "f", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3', "writes"],
    ['openat(AT_FDCWD, "/dev/null", O_WRONLY|O_CREAT, 0666) = 3', null],
    ['openat(AT_FDCWD, "/tmp/sort1", O_RDWR|O_CREAT|O_EXCL, 0600) = 3', null],
    ['openat(AT_FDCWD, "/tmp/sort1", O_RDWR|O_CREAT, 0600) = 3', "writes"],
    ['openat(AT_FDCWD, "/oracle-canary-content/a", O_RDONLY) = -1', "opens-canary"],
    ['unlink("f") = 0', "writes"],
    ['rename("f", "g" <unfinished ...>', "writes"],
    ["utimensat(3, NULL, NULL, 0) = 0", "writes"],
    ['execve("/usr/bin/ls", ["ls"], 0x1 /* 3 vars */) = 0', null],
    ['execve("/usr/bin/touch", ["touch", "X"], 0x1 /* 3 vars */) = 0', "runs"],
    ['execve("./ls", ["ls"], 0x1 /* 3 vars */) = 0', "runs"],
    ['execve("/usr/bin/bash", ["bash", "-c", "touch X"], 0x1) = 0', "runs"],
    ['execve("/usr/bin/bash", ["bash", "-c", "ls; ip l"], 0x1) = 0', null],
    ["connect(3, {sa_family=AF_INET, sin_port=htons(53)}, 16) = -1", "connects"],
    ['connect(3, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1', null],
    ['connect(3, {sa_family=AF_UNIX, sun_path="/run/docker.sock"}, 110) = 0', "connects"],
    ["sendto(3, [{nlmsg_len=20, nlmsg_type=RTM_GETLINK, nlmsg_flags=1}], 20) = 20", null],
    ["sendto(3, [{nlmsg_len=60, nlmsg_type=RTM_NEWADDR, nlmsg_flags=1}], 60) = 60", "connects"],
    ['sendto(3, "words", 5, 0, NULL, 0) = 5', "connects"],
    ["kill(1, SIGKILL) = 0", "signals"],
  ] as const)("%s is judged", (line, did) => {
    const call = readTracedCall(`[pid  42] ${line}`);
    expect(call === null ? "unread" : (judgeCall(call, "ls; ip l", none)?.did ?? null)).toBe(did);
  });

  test("is read with its bytes as text, and its end is not read", () => {
    expect(readTracedCall(String.raw`execve("/bin/ls", ["ls", "\303\251\n\"\\"], 0x1) = 0`)?.texts).toEqual([
      "/bin/ls",
      "ls",
      'é\n"\\',
    ]);
    expect(readTracedCall("[pid 7] <... openat resumed>) = 3")).toBeNull();
  });
});
