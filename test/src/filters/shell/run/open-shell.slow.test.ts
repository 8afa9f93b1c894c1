import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { classifyCommand } from "../../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../../src/filters/shell/load-grammar.ts";
import { openShell, type ReadOnlyShell } from "../../../../../src/filters/shell/run/open-shell.ts";
import { readProbes, type CommandProbe } from "../../read-probes.ts";
import { makeHostileRepository, type HostileRepository } from "./hostile-repository.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "open-shell-")));
const folder = join(root, "repository");
const grammar = await loadGrammar();
let shell: ReadOnlyShell;
let hostile: HostileRepository;

const obstacle =
  process.platform === "win32" || spawnSync("git", ["--version"]).status !== 0 ? "there is no git" : null;
if (obstacle !== null) console.warn(`SKIPPED: the guarded shell was not tried (${obstacle})`);

describe.skipIf(obstacle !== null)("a guarded shell", () => {
  beforeAll(async () => {
    hostile = makeHostileRepository(folder);
    shell = await openShell({ cwd: folder, timeoutMs: 10_000, maxBytes: 100_000, confine: "limits" });
  });
  afterAll(async () => {
    await shell.close();
    rmSync(root, { recursive: true, force: true });
  });

  test("is needed, since git without it runs programs that the repository names", () => {
    execFileSync("git", ["--no-optional-locks", "status"], { cwd: folder, stdio: "ignore" });
    execFileSync("git", ["log", "-p"], { cwd: folder, stdio: "ignore" });
    execFileSync("git", ["log", "-m", "-p", "-1", "merged"], { cwd: folder, stdio: "ignore" });
    expect(hostile.ran()).toEqual(
      expect.arrayContaining([
        "core.fsmonitor",
        "diff.evil.textconv",
        "filter.evil.clean",
        "filter..process",
        "filter.0xff.clean",
        "merge.evil.driver",
      ]),
    );
    hostile.clearMarks();
  });

  test("runs no program that the repository names, and changes nothing, whatever git command is allowed", async () => {
    const known = gitProbes().filter((command) => classifyCommand(grammar, command) === null);
    expect(known.length).toBeGreaterThanOrEqual(50);
    const before = hostile.digest();
    for (const command of [...known, ...more]) {
      await shell.run(command);
      expect({ command, ran: hostile.ran(), same: hostile.digest() === before }).toEqual({
        command,
        ran: [],
        same: true,
      });
    }
  });

  test.each([
    ["core.fsmonitor", "false"],
    ["core.hooksPath", "/dev/null"],
    ["core.alternateRefsCommand", "false"],
    ["log.showSignature", "false"],
    ["log.diffMerges", "separate"],
    ["format.pretty", "medium"],
    ["gpg.program", "false"],
    ["gpg.openpgp.program", "false"],
    ["gpg.x509.program", "false"],
    ["gpg.ssh.program", "false"],
    ["diff.submodule", "short"],
    ["diff.autoRefreshIndex", "false"],
    ["status.submoduleSummary", "false"],
    ["safe.bareRepository", "explicit"],
    ["submodule.recurse", "false"],
    ["merge.evil.driver", "false"],
    ["merge.default", "text"],
    ["filter.evil.clean", ""],
    ["filter..process", ""],
  ])("gives git the setting %s=%s, whatever the repository's config says", async (key, value) => {
    expect(await shell.run(`git config --get ${key}`)).toMatchObject({ content: `${value}\n`, isError: false });
  });
});

const confinements = ["bubblewrap", "unshare", "limits"] as const;

describe.skipIf(obstacle !== null).each(confinements)("a guarded shell under %s", (confine) => {
  let own: ReadOnlyShell | null = null;
  beforeAll(async () => {
    hostile = makeHostileRepository(folder);
    own = await openShell({ cwd: folder, timeoutMs: 10_000, maxBytes: 100_000, confine }).catch(() => null);
    if (own === null) console.warn(`SKIPPED: no shell was tried under ${confine}, which does not work here`);
    else shell = own;
  });
  beforeEach(({ skip }) => skip(own === null));
  afterAll(async () => {
    await own?.close();
    rmSync(root, { recursive: true, force: true });
  });

  test("prints the same output of git as an open shell", async () => {
    const { content: status, isError } = await shell.run("git status --short");
    expect({ status, isError }).toEqual({ status: " M f\n?? .gitattributes\n", isError: false });
    expect((await shell.run("git -C src log --oneline | wc -l")).content.trim()).toBe("2");
    expect((await shell.run("git diff")).content).toContain("+three");
    expect((await shell.run("git stash list -p")).content).toContain("+two");
    expect((await shell.run("git status --help")).content).toContain("help runs a viewer");
    expect((await shell.run("git reflog show main -2")).content).toContain("second");
  });

  test("runs exactly the text that was judged, without inherited settings that could change it", async () => {
    process.env["BASH_ENV"] = join(root, "evil.sh");
    process.env["BASH_FUNC_ls%%"] = "() { echo hijacked; }";
    writeFileSync(join(root, "evil.sh"), "echo sourced\n");
    const clean = await openShell({ cwd: folder, confine });
    delete process.env["BASH_ENV"];
    delete process.env["BASH_FUNC_ls%%"];
    expect((await clean.run("ls f")).content).toBe("f\n");
    await clean.close();
  });

  test("refuses a command that is not text, and runs no part of it", async () => {
    const words = JSON.parse('["ls >/dev/null", ";touch x"]');
    await expect(shell.run(words)).rejects.toThrow(/one text/);
    expect((await shell.run("ls x")).isError).toBe(true);
  });

  test("terminates a command that does not end, with every process that it started", async () => {
    const short = await openShell({ cwd: folder, timeoutMs: 300, confine });
    expect(await short.run("sleep 60 | cat")).toMatchObject({ isError: true, ended: "too-long" });
    await short.close();
    expect(await shell.run("yes")).toMatchObject({ isError: true, ended: "too-much" });
    expect(await shell.run("cat")).toMatchObject({ content: "", isError: false, ended: "by-itself" });
    expect(await shell.run("sleep 60", AbortSignal.abort())).toMatchObject({ ended: "aborted" });
  });
});

/** A name that no object has, which a partial clone asks its promisors for. */
const missing = "1".repeat(40);

/** Beside the library's own: forms that ask for what the guard switches off, and such as only an unknown word could become. */
const more = [
  "git show -m merged",
  "git show merged",
  "git show -c -p merged",
  "git show --cc merged",
  "git log -m -p -1 merged",
  "git log -p -m --all",
  "git log --first-parent -m -p merged",
  "git log -m --stat --all",
  "git diff-tree -m -p merged",
  "git rev-list -m merged",
  "git reflog -m -p merged",
  "git stash list -m -p",
  "git stash show -m",
  "git log -m -p --format='%(trailers) %(describe)' merged",
  "git diff main...side",
  "git branch -vv",
  "git branch --column",
  "git tag -l --column",
  "git remote -v",
  "git remote get-url second",
  "git shortlog -s merged",
  "git describe --tags",
  "git show-branch main side",
  "git cherry main side",
  "git name-rev merged",
  "git worktree list",
  "git count-objects -v",
  "git for-each-ref --sort=-creatordate",
  "git check-ignore -v f",
  "git check-attr -a f",
  "git rev-list --objects --all",
  "git rev-list --objects " + missing,
  "git grep --recurse-submodules one",
  "git grep one merged",
  "git config --list --show-origin",
  "git diff --stat -m merged side",
  "git diff-files -p",
  "git diff-index -p HEAD",
  "git ls-files -o -s --eol",
  "git status",
  "git diff",
  "git diff HEAD~1",
  "git log -p -S",
  "git log --stat -p --follow f",
  "git log $x",
  "git status --help",
  "git reflog -p",
  "git reflog show -p",
  "git stash list -p",
  "git stash show -p",
  "git -C src -C .. diff",
  "git -Csrc diff",
  `git cat-file -p ${missing}`,
  "git blame f",
  "git diff --no-index f g",
  "git ls-files -m",
  "git log -L1,2:f",
  "git log -S two -p",
  "git blame -C f",
  "git log --pretty=evil",
  "git log --format='%(describe)'",
  "git log --graph --decorate --all --stat",
  "git show v1:f",
  "git diff --cached",
  "git diff --word-diff",
  "timeout 5 git status",
  "cd src && git diff ..",
];

function gitProbes(): readonly string[] {
  const probes = ["looking", "reading", "searching", "structure"].flatMap(
    (name) => readProbes(`benign/${name}.jsonl`) as readonly CommandProbe[],
  );
  return probes.map(({ command }) => command).filter((command) => /\bgit\b/.test(command));
}
