import { findDangers, judgeFind } from "../languages/find.ts";
import { either, permuting, type Utility } from "./utility.ts";

/** Utilities that search below folders. */
export const searching: readonly Utility[] = [
  { names: ["find"], takes: { by: "language", judge: judgeFind, dangers: findDangers } },
  {
    names: ["rg"],
    reads: { from: 1, waitsBelow: 0 },
    takes: permuting({
      flags: ".0abcFHhIiLlNnoPpqSsUuVvwx",
      valued: "ABCEdefgjMmrTt",
      long:
        // INPUT and SEARCH OPTIONS of rg(1)
        "regexp= file= crlf no-crlf dfa-size-limit= encoding= engine= fixed-strings no-fixed-strings ignore-case invert-match " +
        "line-regexp max-count= mmap no-mmap multiline multiline-dotall no-unicode null-data pcre2 regex-size-limit= smart-case " +
        "stop-on-nonmatch text threads= word-regexp auto-hybrid-regex case-sensitive no-pre no-search-zip " +
        // FILTER OPTIONS
        "binary follow glob= glob-case-insensitive hidden no-hidden iglob= ignore-file= max-depth= maxdepth= max-filesize= " +
        "no-ignore no-ignore-dot no-ignore-exclude no-ignore-files no-ignore-global no-ignore-parent no-ignore-vcs no-require-git " +
        "one-file-system type= type-not= type-add= type-clear= unrestricted " +
        // OUTPUT OPTIONS and OUTPUT MODES
        "after-context= before-context= block-buffered byte-offset color= colors= column no-column context= context-separator= " +
        "field-context-separator= field-match-separator= heading no-heading include-zero line-buffered line-number no-line-number " +
        "max-columns= max-columns-preview null only-matching path-separator= passthru pretty quiet replace= sort= sortr= trim " +
        "no-trim vimgrep with-filename no-filename count count-matches files-with-matches files-without-match json no-json " +
        // LOGGING and OTHER
        "debug no-messages no-ignore-messages stats trace files generate= help no-config pcre2-version type-list version",
      dangers: [
        {
          options: ["--pre", "--pre-glob"],
          does: "runs-programs",
          source: "rg(1): --pre=COMMAND runs for each file",
        },
        { options: ["--hostname-bin"], does: "runs-programs", source: "rg(1): --hostname-bin=COMMAND" },
        {
          options: ["-z", "--search-zip"],
          does: "runs-programs",
          source: "rg(1): -z runs the decompressor it finds on PATH",
        },
      ],
    }),
  },
  {
    names: ["ag"],
    reads: { from: 1, waitsBelow: 0 },
    takes: either({
      flags: "acfFHilLnoQrsStuUvw0",
      valued: "ABCGgmW",
      long:
        "all-types after= before= context= count follow fixed-strings literal nocolor color nogroup group heading noheading hidden " +
        "ignore-case ignore= filename nofilename files-with-matches files-without-matches numbers nonumbers norecurse recurse null " +
        "only-matching print-long-lines case-sensitive smart-case stats unrestricted skip-vcs-ignores vimgrep invert-match " +
        "word-regexp column depth= max-count= file-search-regex= silent nopager version help",
      dangers: [
        { options: ["--pager"], does: "runs-programs", source: "ag(1): --pager COMMAND" },
        { options: ["-z", "--search-zip"], does: "runs-programs", source: "ag(1): -z decompresses" },
      ],
    }),
  },
  {
    names: ["fd", "fdfind"],
    takes: permuting({
      flags: "HIusigFapLq01hV",
      valued: "dteEScoj",
      long:
        "hidden no-ignore no-ignore-vcs unrestricted case-sensitive ignore-case glob regex fixed-strings absolute-path full-path " +
        "follow quiet print0 max-depth= min-depth= exact-depth= type= extension= exclude= size= changed-within= changed-before= " +
        "newer= older= owner= color= threads= max-results= prune one-file-system strip-cwd-prefix path-separator= help version",
      dangers: [
        { options: ["-x", "--exec"], does: "runs-programs", source: "fd(1): -x, --exec command" },
        { options: ["-X", "--exec-batch"], does: "runs-programs", source: "fd(1): -X, --exec-batch command" },
        { options: ["-l", "--list-details"], does: "runs-programs", source: "fd(1): -l runs ls" },
      ],
    }),
  },
];
