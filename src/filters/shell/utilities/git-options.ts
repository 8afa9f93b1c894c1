import type { Danger, OptionTable, ValueRule } from "./utility.ts";

/** What makes git itself run or wait, before a subcommand is named. */
export const gitDangers: readonly Danger[] = [
  {
    options: ["-c", "--config-env", "--exec-path"],
    does: "runs-programs",
    source: "git(1): settings and the exec path name programs to run",
  },
  {
    options: ["--git-dir", "--work-tree"],
    does: "runs-programs",
    source: "git-config(1): a foreign repository names programs",
  },
  { options: ["-p", "--paginate"], does: "interactive", source: "git(1): -p, --paginate" },
];

/** What makes a reading subcommand of git write, run or wait. */
export const readingDangers: readonly Danger[] = [
  { options: ["--output"], does: "writes", source: "git-diff(1): --output=<file>" },
  { options: ["--ext-diff"], does: "runs-programs", source: "git-diff(1): --ext-diff runs the external diff driver" },
  {
    options: ["--textconv"],
    does: "runs-programs",
    source: "git-diff(1): --textconv runs the filter of gitattributes(5)",
  },
  { options: ["--filters"], does: "runs-programs", source: "git-cat-file(1): --filters runs the smudge filter" },
  { options: ["--show-signature"], does: "runs-programs", source: "git-log(1): --show-signature runs gpg" },
  {
    options: ["--open-files-in-pager"],
    does: "runs-programs",
    source: "git-grep(1): -O, --open-files-in-pager[=<pager>]",
  },
  {
    options: ["--stdin", "--batch", "--batch-check", "--batch-command"],
    does: "waits-for-input",
    source: "git-cat-file(1): --batch",
  },
];

/** `%G?` and its kin run gpg (git-log(1), PRETTY FORMATS); so does `%(signature)` (git-for-each-ref(1)). */
const format: ValueRule = {
  match: /^(?![^]*%[-+ ]?G)(?![^]*signature)/,
  does: "runs-programs",
  why: "placeholders for signatures run gpg (git-log(1))",
};

/** A name that git does not know is looked up in the config, where it may stand for any format. */
const pretty: ValueRule = {
  match:
    /^(?![^]*%[-+ ]?G)(?![^]*signature)(?:oneline|short|medium|full|fuller|reference|email|raw|mboxrd|t?format:[^]*|[^]*%[^]*|)$/,
  does: "runs-programs",
  why: "write the format out as --pretty=format:…: a name may stand for one that runs gpg (git-log(1))",
};

/** Git would enter a submodule by itself, where drivers have other names. */
export const submodules: ValueRule = {
  match: /^(?:all|dirty)?$/,
  does: "runs-programs",
  why: "a submodule's own config names programs, so only all and dirty are sure (git-diff(1))",
};

const formats: Readonly<Record<string, ValueRule>> = {
  "--format": pretty,
  "--pretty": pretty,
  "--group": format,
  "--sort": format,
  "--ignore-submodules": submodules,
  "--submodule": {
    match: /^(?:short|log)?$/,
    does: "runs-programs",
    why: "--submodule=diff runs git in each submodule (git-diff(1))",
  },
};

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
export const logOptions: string =
  "max-count= skip= since= after= until= before= since-as-filter= author= committer= grep= grep-reflog= all-match invert-grep " +
  "regexp-ignore-case basic-regexp extended-regexp fixed-strings perl-regexp remove-empty merges no-merges min-parents= max-parents= " +
  "no-min-parents no-max-parents first-parent exclude-first-parent-only not all branches? tags? remotes? glob= exclude= reflog " +
  "ignore-missing cherry-mark cherry-pick left-only right-only cherry walk-reflogs merge boundary simplify-by-decoration show-pulls " +
  "full-history dense sparse simplify-merges ancestry-path? date-order author-date-order topo-order reverse no-walk? do-walk pretty? " +
  "abbrev-commit no-abbrev-commit oneline encoding= expand-tabs? no-expand-tabs notes? no-notes date= parents children left-right graph " +
  "no-graph show-linear-break? follow no-decorate decorate? decorate-refs= decorate-refs-exclude= source mailmap no-mailmap use-mailmap " +
  "log-size full-diff count format= relative-date timestamp objects shortstat no-diff-merges root";

/** Of git-log(1), git-show(1), git-diff(1) and those that walk revisions like them. */
export const revisionTable: OptionTable = {
  flags: "psuzRaWbwcmtgirEFPq",
  valued: "nUGSLlI",
  attached: "MCBDX",
  digits: true,
  long: `${diffOptions} ${logOptions} end-of-options`,
  dangers: readingDangers,
  values: formats,
};

/** Of git-branch(1), git-tag(1) and git-for-each-ref(1), where they list. */
export const referenceOptions: string =
  "list contains= no-contains= merged= no-merged= points-at= sort= format= column? no-column color? no-color ignore-case omit-empty";

export const referenceValues: Readonly<Record<string, ValueRule>> = { "--format": format, "--sort": format };
