import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** A repository whose config names a program wherever git takes one. Each leaves an empty file of its name, which
 * `ran` lists: a limit on sizes does not hide those.
 */
export type HostileRepository = {
  readonly ran: () => readonly string[];
  readonly clearMarks: () => void;
  readonly digest: () => string;
};

/** Settings that name a program (git-config(1), gitattributes(5)). */
const programs =
  "core.fsmonitor diff.external diff.default.textconv diff.evil.textconv diff.evil.command filter.evil.clean filter.evil.smudge " +
  "filter.other.process filter..clean filter..smudge filter..process core.pager pager.log pager.status gpg.program gpg.ssh.program core.sshCommand core.editor core.askPass " +
  "credential.helper core.alternateRefsCommand interactive.diffFilter remote.origin.uploadpack man.evil.cmd " +
  "merge.evil.driver merge.other.driver remote.second.uploadpack remote.second.receivepack gpg.openpgp.program gpg.x509.program gpg.ssh.defaultKeyCommand " +
  "trailer.evil.command trailer.Signed-off-by.cmd difftool.evil.cmd mergetool.evil.cmd mergetool.evil.path core.gitProxy sequence.editor " +
  "uploadpack.packObjectsHook pager.show pager.diff pager.branch pager.tag pager.config pager.blame pager.grep pager.reflog pager.stash " +
  "credential.ext.helper browser.evil.cmd web.browser sendemail.sendmailCmd sendemail.toCmd sendemail.ccCmd imap.tunnel";
const hooks = "post-index-change post-checkout reference-transaction pre-auto-gc";
const settings: readonly (readonly [string, string])[] = [
  ["log.showSignature", "true"],
  ["format.pretty", "format:%h %G? %s"],
  ["pretty.evil", "format:%h %G? %s"],
  ["protocol.ext.allow", "always"],
  ["remote.origin.promisor", "true"],
  ["extensions.partialClone", "origin"],
  ["core.repositoryFormatVersion", "1"],
  ["status.submoduleSummary", "true"],
  ["diff.submodule", "diff"],
  ["filter.evil.required", "true"],
  ["man.viewer", "evil"],
  ["help.format", "man"],
  // Shows a merge by making it again, with the drivers that attributes name, in temporary files.
  ["log.diffMerges", "remerge"],
  ["merge.default", "evil"],
  ["merge.renormalize", "true"],
  ["merge.verifySignatures", "true"],
  ["diff.evil.cachetextconv", "true"],
  ["diff.tool", "evil"],
  ["diff.ignoreSubmodules", "none"],
  ["merge.tool", "evil"],
  ["remote.second.promisor", "true"],
  ["remote.third.promisor", "true"],
  ["remote.third.vcs", "evil"],
  ["protocol.allow", "always"],
  ["submodule.recurse", "true"],
  ["rerere.enabled", "true"],
  ["core.untrackedCache", "true"],
  ["core.splitIndex", "true"],
  ["help.autoCorrect", "immediate"],
  ["column.ui", "always"],
  ["color.pager", "true"],
];

/** `seenAs` is where commands will find the folder. */
export function makeHostileRepository(folder: string, seenAs: string = folder): HostileRepository {
  const log = `${folder}.ran`;
  const clearMarks = (): void => {
    rmSync(log, { recursive: true, force: true });
    mkdirSync(log);
  };
  mkdirSync(log, { recursive: true });
  const git = (...words: readonly string[]): string =>
    execFileSync("git", words, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, ...author },
      stdio: ["ignore", "pipe", "ignore"],
    });
  const program = (name: string): string => {
    const path = join(".git", `evil-${name}`);
    writeFileSync(join(folder, path), `#!/bin/sh\n: >'${log}/${name}'\ncat 2>/dev/null\n`);
    chmodSync(join(folder, path), 0o755);
    return join(seenAs, path);
  };
  mkdirSync(join(folder, "src"), { recursive: true });
  git("init", "-q", "-b", "main");
  for (const [name, text] of [
    ["f", "one\n"],
    ["g", "binary\n"],
    ["src/a.ts", "x\n"],
    ["src/b.ts", "y\n"],
    ["src/c.ts", "z\n"],
  ] as const)
    writeFileSync(join(folder, name), text);
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  appendFileSync(join(folder, "f"), "two\n");
  git("stash", "-q");
  git("stash", "apply", "-q");
  git("commit", "-q", "-a", "-m", "second");
  git("tag", "v1");
  // A merge of two that changed one file, so that to make it again takes a driver. `main` stays as it is.
  git("checkout", "-q", "-b", "side", "HEAD~1");
  appendFileSync(join(folder, "f"), "other\n");
  git("commit", "-q", "-a", "-m", "side");
  git("checkout", "-q", "-b", "merged", "main");
  git("merge", "-q", "-s", "ours", "-m", "merge", "side");
  git("checkout", "-q", "main");
  mkdirSync(join(folder, ".git", "evil-hooks"));
  for (const hook of hooks.split(" ")) {
    program(hook);
    copyFileSync(join(folder, ".git", `evil-${hook}`), join(folder, ".git", "evil-hooks", hook));
  }
  git("config", "core.hooksPath", join(seenAs, ".git", "evil-hooks"));
  git("config", "alias.status", `!${program("alias")}`);
  git("config", "remote.origin.url", `ext::${program("transport")}`);
  git("config", "remote.second.url", folder);
  git("config", "trace2.normalTarget", join(folder, ".git", "trace"));
  git("config", "alias.rev-list", `!${program("alias")}`);
  for (const key of programs.split(" ")) git("config", key, program(key));
  for (const [key, value] of settings) git("config", key, value);
  // A driver whose name is no UTF-8: 0xFF.
  appendFileSync(
    join(folder, ".git", "config"),
    Buffer.from(`[filter "\u00ff"]\n\tclean = ${program("filter.0xff.clean")}\n`, "latin1"),
  );
  const attributes = Buffer.from(
    "* diff=evil filter=evil merge=evil\ng merge=other diff=evil filter=other\nsrc/a.ts filter=\nsrc/b.ts filter=\u00ff\n",
    "latin1",
  );
  writeFileSync(join(folder, ".git", "info", "attributes"), attributes);
  writeFileSync(join(folder, ".gitattributes"), attributes);
  appendFileSync(join(folder, "f"), "three\n");
  // Content as it was, times that are not: git has to look, which is when filters run.
  for (const name of ["g", "src/a.ts", "src/b.ts", "src/c.ts"]) utimesSync(join(folder, name), 1, 1);
  clearMarks();
  return {
    ran: () => readdirSync(log).sort(),
    clearMarks,
    digest: () => digestOf(folder),
  };
}

const author = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.invalid",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.invalid",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** Every path with its content and the time of its last change. */
function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const at = join(folder, path);
    const stats = statSync(at);
    hash.update(`${path} ${stats.mtimeMs} `);
    if (stats.isFile()) hash.update(readFileSync(at));
  }
  return hash.digest("hex");
}
