import { anything, each, either, optionTable, permuting, subcommands } from "./rows.ts";
import type { Arguments, ValueRule } from "./utility.ts";

/** `%G?` and its kin run gpg (git-log(1), PRETTY FORMATS); so does `%(signature)` (git-for-each-ref(1)). */
const format: ValueRule = {
  match: /^(?![^]*%[-+ ]?G)(?![^]*signature)/,
  does: "runs",
  why: "placeholders for signatures run gpg (git-log(1))",
};
/** A name that git does not know is looked up in the config, where it may stand for any format. */
const pretty: ValueRule = {
  match:
    /^(?![^]*%[-+ ]?G)(?![^]*signature)(?:oneline|short|medium|full|fuller|reference|email|raw|mboxrd|t?format:[^]*|[^]*%[^]*|)$/,
  does: "runs",
  why: "write the format out as --pretty=format:…: a name may stand for one that runs gpg (git-log(1))",
};
/** Git would enter a submodule by itself, where drivers have other names. */
const submodules: ValueRule = {
  match: /^(?:all|dirty)?$/,
  does: "runs",
  why: "a submodule's own config names programs, so only all and dirty are sure (git-diff(1))",
};
const short: ValueRule = {
  match: /^(?:short|log)?$/,
  does: "runs",
  why: "--submodule=diff runs git in each submodule (git-diff(1))",
};

/** Of what reads: diff drivers, text conversions, smudge filters, gpg and pagers are programs that a config names. */
const dangers = {
  writes: "--output",
  runs: "--ext-diff --textconv --filters --show-signature --open-files-in-pager",
  asks: "--stdin --batch --batch-check --batch-command",
} as const;

/** DIFF FORMATTING of git-diff(1). */
const diffOptions =
  "patch no-patch unified= raw patch-with-raw indent-heuristic no-indent-heuristic minimal patience histogram anchored= " +
  "diff-algorithm= stat? compact-summary numstat shortstat dirstat? cumulative summary patch-with-stat name-only name-status " +
  "submodule? color? no-color color-moved? color-moved-ws= word-diff? word-diff-regex= color-words? no-renames rename-empty check " +
  "ws-error-highlight= full-index binary abbrev? no-abbrev break-rewrites? find-renames? find-copies? find-copies-harder " +
  "irreversible-delete diff-filter= pickaxe-all pickaxe-regex find-object= relative? no-relative text ignore-cr-at-eol ignore-space-at-eol " +
  "ignore-space-change ignore-all-space ignore-blank-lines ignore-matching-lines= inter-hunk-context= function-context exit-code " +
  "quiet no-ext-diff no-textconv ignore-submodules? src-prefix= dst-prefix= no-prefix default-prefix line-prefix= cc combined-all-paths " +
  "merge-base cached staged no-index stat-width= stat-count= stat-name-width= stat-graph-width= skip-to= rotate-to= no-commit-id always";
/** COMMIT LIMITING, COMMIT ORDERING and COMMIT FORMATTING of git-log(1). */
const logOptions =
  "max-count= skip= since= after= until= before= since-as-filter= author= committer= grep= grep-reflog= all-match invert-grep " +
  "regexp-ignore-case basic-regexp extended-regexp fixed-strings perl-regexp remove-empty merges no-merges min-parents= max-parents= " +
  "no-min-parents no-max-parents first-parent exclude-first-parent-only not all branches? tags? remotes? glob= exclude= reflog " +
  "ignore-missing cherry-mark cherry-pick left-only right-only cherry walk-reflogs merge boundary simplify-by-decoration show-pulls " +
  "full-history dense sparse simplify-merges ancestry-path? date-order author-date-order topo-order reverse no-walk? do-walk pretty? " +
  "abbrev-commit no-abbrev-commit oneline encoding= expand-tabs? no-expand-tabs notes? no-notes date= parents children left-right graph " +
  "no-graph show-linear-break? follow no-decorate decorate? decorate-refs= decorate-refs-exclude= source mailmap no-mailmap use-mailmap " +
  "log-size full-diff count format= relative-date timestamp objects shortstat no-diff-merges root";
/** Of git-branch(1), git-tag(1) and git-for-each-ref(1), where they list. */
const referenceOptions =
  "list contains= no-contains= merged= no-merged= points-at= sort= format= column? no-column color? no-color ignore-case omit-empty";

const revisionOptions = `-psuzRaWbwcmtgirEFPq -nUGSLlI: -MCBDX? -# ${diffOptions} ${logOptions} end-of-options`;
const values = {
  "--format": pretty,
  "--pretty": pretty,
  "--group": format,
  "--sort": format,
  "--ignore-submodules": submodules,
  "--submodule": short,
};
const revisions: Arguments = permuting(revisionOptions, dangers, { values });
const references = { "--format": format, "--sort": format };
/** Prints names and metadata, and has no option that writes or runs. */
const metadata: Arguments = anything();
const making = (name: string, unless: string) =>
  ({
    max: 0,
    unless: `--list --contains --no-contains --merged --no-merged --points-at${unless}`,
    does: "writes",
    why: `git-${name}(1): an operand without --list makes a ${name}`,
  }) as const;

/** Subcommands that read. Left out: all that write, all that reach the network, and `help`, `bisect`, `archive`, `submodule`. */
export const git: Arguments = subcommands(
  {
    // -v shows a diff, with text conversions.
    status: permuting(
      "-sbz -u? short branch porcelain? long ahead-behind no-ahead-behind renames no-renames find-renames? untracked-files? " +
        "ignored? column? no-column null show-stash ignore-submodules?",
      { runs: "-v --verbose" },
      { values },
    ),
    ...each("log show diff diff-tree diff-index diff-files rev-list", revisions),
    ...each("rev-parse ls-tree show-ref merge-base name-rev count-objects cherry show-branch version", metadata),
    reflog: permuting(revisionOptions, dangers, {
      values,
      operands: {
        match: /^(?!(?:expire|delete|drop|write)$)/,
        does: "writes",
        why: "git-reflog(1): expire, delete and drop prune",
      },
    }),
    "ls-files": permuting(
      "-cdmosiuktvfzr -xX: cached deleted modified others ignored stage directory no-empty-directory unmerged killed resolve-undo " +
        "exclude= exclude-from= exclude-per-directory= exclude-standard error-unmatch with-tree= full-name abbrev? deduplicate eol " +
        "sparse format=",
      { runs: "--recurse-submodules" },
    ),
    // --dirty refreshes the index to compare the files.
    describe: permuting(
      "all tags contains abbrev= candidates= exact-match debug long match= exclude= always first-parent",
      { writes: "--dirty --broken" },
    ),
    "check-ignore": permuting("-qvzn quiet verbose non-matching no-index", dangers),
    "check-attr": permuting("-az all cached source=", dangers),
    shortlog: permuting(`-snceEFPi -w? ${logOptions} numbered summary email group=`, dangers, { values }),
    blame: permuting(
      "-lsftepncbw -LS: -MC? root show-stats reverse= first-parent porcelain line-porcelain incremental date= ignore-rev= " +
        "ignore-revs-file= color-lines color-by-age score-debug show-name show-number show-email abbrev= no-progress encoding= " +
        "minimal since=",
      dangers,
    ),
    grep: permuting(
      "-aiIwvhHEGPFnlLzocpWqr -ABCefm: -# text ignore-case no-textconv max-depth= recursive no-recursive word-regexp invert-match " +
        "full-name extended-regexp basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only " +
        "files-without-match null only-matching count color? no-color break heading show-function context= after-context= " +
        "before-context= function-context max-count= threads= and or not all-match quiet cached untracked no-index " +
        "no-exclude-standard exclude-standard recurse-submodules",
      { ...dangers, runs: `${dangers.runs} -O` },
    ),
    "cat-file": permuting("-tsep allow-unknown-type", dangers),
    "for-each-ref": permuting(
      `-spt ${referenceOptions} count= shell perl python tcl exclude= include-root-refs`,
      dangers,
      { values: references },
    ),
    branch: either(
      `-arvqi ${referenceOptions} all remotes verbose show-current abbrev? no-abbrev quiet`,
      { writes: "-d -D -m -M -c -C -f -u" },
      { values: references, operands: making("branch", "") },
    ),
    tag: either(
      `-li -n? ${referenceOptions}`,
      { writes: "-a -s -u -d -f -v" },
      { values: references, operands: making("tag", " -l") },
    ),
    remote: subcommands({ "get-url": metadata }, optionTable("-v verbose"), { bare: true }),
    stash: subcommands({ list: revisions, show: revisions }),
    worktree: subcommands({ list: metadata }),
    config: either(
      "-lz get get-all get-regexp get-urlmatch list global system local worktree show-origin show-scope name-only null includes " +
        "no-includes type= bool int path bool-or-int default=",
      {
        writes: "--add --unset --unset-all --replace-all --rename-section --remove-section",
        asks: "-e --edit",
      },
      {
        needs: {
          oneOf: "--get --get-all --get-regexp --get-urlmatch --list -l",
          does: "writes",
          why: "git-config(1): a name with a value sets it",
        },
      },
    ),
  },
  // Settings, the exec path and a foreign repository name programs to run.
  optionTable(
    "-P -C: no-pager no-optional-locks no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs version",
    { runs: "-c --config-env --exec-path --git-dir --work-tree", asks: "-p --paginate" },
  ),
  { help: "git(1): a subcommand's --help runs the viewer that the config names" },
);
