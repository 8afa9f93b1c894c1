import {
  gitDangers,
  logOptions,
  readingDangers,
  referenceOptions,
  referenceValues,
  revisionTable,
  submodules,
} from "./git-options.ts";
import { either, permuting, type Arguments, type Utility } from "./utility.ts";

const revisions: Arguments = permuting(revisionTable);
const metadata: Arguments = {
  by: "anything",
  why: "git manual: prints names and metadata, has no option that writes or runs",
};
const listing = ["--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];

/** Subcommands that read. Left out: all that write, all that reach the network, and `help`, `bisect`, `archive`, `submodule`. */
export const git: Utility = {
  names: ["git"],
  needs: "guard",
  takes: {
    by: "subcommands",
    table: {
      before: {
        flags: "P",
        valued: "C",
        long: "no-pager no-optional-locks no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs version",
        dangers: gitDangers,
      },
      dangers: gitDangers,
      help: "git(1): a subcommand's --help runs the viewer that the config names",
      subcommands: {
        status: permuting({
          flags: "sbz",
          attached: "u",
          long:
            "short branch porcelain? long ahead-behind no-ahead-behind renames no-renames find-renames? untracked-files? ignored? " +
            "column? no-column null show-stash ignore-submodules?",
          values: { "--ignore-submodules": submodules },
          dangers: [
            {
              options: ["-v", "--verbose"],
              does: "runs-programs",
              source: "git-status(1): -v shows a diff, with the text conversion of gitattributes(5)",
            },
          ],
        }),
        log: revisions,
        show: revisions,
        diff: revisions,
        "diff-tree": revisions,
        "diff-index": revisions,
        "diff-files": revisions,
        "rev-list": revisions,
        reflog: permuting({
          ...revisionTable,
          operands: {
            match: /^(?!(?:expire|delete|drop|write)$)/,
            does: "writes",
            why: "git-reflog(1): expire, delete and drop prune",
          },
        }),
        "rev-parse": metadata,
        "ls-files": permuting({
          flags: "cdmosiuktvfzr",
          valued: "xX",
          long:
            "cached deleted modified others ignored stage directory no-empty-directory unmerged killed resolve-undo exclude= " +
            "exclude-from= exclude-per-directory= exclude-standard error-unmatch with-tree= full-name abbrev? deduplicate eol sparse format=",
          dangers: [
            {
              options: ["--recurse-submodules"],
              does: "runs-programs",
              source: "git-ls-files(1): runs git in each submodule, by that one's config",
            },
          ],
        }),
        "ls-tree": metadata,
        "show-ref": metadata,
        describe: permuting({
          long: "all tags contains abbrev= candidates= exact-match debug long match= exclude= always first-parent",
          dangers: [
            {
              options: ["--dirty", "--broken"],
              does: "writes",
              source: "git-describe(1): refreshes the index to compare the files",
            },
          ],
        }),
        "merge-base": metadata,
        "name-rev": metadata,
        "count-objects": metadata,
        cherry: metadata,
        "show-branch": metadata,
        version: metadata,
        "check-ignore": permuting({
          flags: "qvzn",
          long: "quiet verbose non-matching no-index",
          dangers: readingDangers,
        }),
        "check-attr": permuting({ flags: "az", long: "all cached source=", dangers: readingDangers }),
        shortlog: permuting({
          flags: "snceEFPi",
          attached: "w",
          long: `${logOptions} numbered summary email group=`,
          values: revisionTable.values ?? {},
          dangers: readingDangers,
        }),
        blame: permuting({
          flags: "lsftepncbw",
          valued: "LS",
          attached: "MC",
          long:
            "root show-stats reverse= first-parent porcelain line-porcelain incremental date= ignore-rev= ignore-revs-file= color-lines " +
            "color-by-age score-debug show-name show-number show-email abbrev= no-progress encoding= minimal since=",
          dangers: readingDangers,
        }),
        grep: permuting({
          flags: "aiIwvhHEGPFnlLzocpWqr",
          valued: "ABCefm",
          digits: true,
          long:
            "text ignore-case no-textconv max-depth= recursive no-recursive word-regexp invert-match full-name extended-regexp " +
            "basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only files-without-match null only-matching " +
            "count color? no-color break heading show-function context= after-context= before-context= function-context max-count= " +
            "threads= and or not all-match quiet cached untracked no-index no-exclude-standard exclude-standard recurse-submodules",
          dangers: [{ options: ["-O"], does: "runs-programs", source: "git-grep(1): -O[<pager>]" }, ...readingDangers],
        }),
        "cat-file": permuting({ flags: "tsep", long: "allow-unknown-type", dangers: readingDangers }),
        "for-each-ref": permuting({
          flags: "spt",
          long: `${referenceOptions} count= shell perl python tcl exclude= include-root-refs`,
          values: referenceValues,
          dangers: readingDangers,
        }),
        branch: either({
          flags: "arvqi",
          long: `${referenceOptions} all remotes verbose show-current abbrev? no-abbrev quiet`,
          values: referenceValues,
          dangers: [
            { options: ["-d", "-D", "-m", "-M", "-c", "-C", "-f", "-u"], does: "writes", source: "git-branch(1)" },
          ],
          operands: {
            max: 0,
            unless: listing,
            does: "writes",
            why: "git-branch(1): an operand without --list makes a branch",
          },
        }),
        tag: either({
          flags: "li",
          attached: "n",
          long: referenceOptions,
          values: referenceValues,
          dangers: [{ options: ["-a", "-s", "-u", "-d", "-f", "-v"], does: "writes", source: "git-tag(1)" }],
          operands: {
            max: 0,
            unless: [...listing, "-l"],
            does: "writes",
            why: "git-tag(1): an operand without -l makes a tag",
          },
        }),
        remote: {
          by: "subcommands",
          table: {
            before: { flags: "v", long: "verbose", dangers: [] },
            bare: true,
            dangers: [],
            subcommands: { "get-url": metadata },
          },
        },
        stash: {
          by: "subcommands",
          table: { before: { dangers: [] }, dangers: [], subcommands: { list: revisions, show: revisions } },
        },
        worktree: {
          by: "subcommands",
          table: { before: { dangers: [] }, dangers: [], subcommands: { list: metadata } },
        },
        config: either({
          flags: "lz",
          long:
            "get get-all get-regexp get-urlmatch list global system local worktree show-origin show-scope name-only null includes " +
            "no-includes type= bool int path bool-or-int default=",
          dangers: [
            { options: ["-e", "--edit"], does: "interactive", source: "git-config(1): -e, --edit" },
            {
              options: ["--add", "--unset", "--unset-all", "--replace-all", "--rename-section", "--remove-section"],
              does: "writes",
              source: "git-config(1)",
            },
          ],
          needs: [
            {
              oneOf: ["--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l"],
              does: "writes",
              why: "git-config(1): a name with a value sets it",
            },
          ],
        }),
      },
    },
  },
};
