import { judgeFind } from "../languages/find.ts";
import { anything, either, permuting } from "./rows.ts";
import type { Rows } from "./utility.ts";

/** Utilities that print files, whole or in part, names and metadata, or search below folders. */
export const reading: Rows = {
  "cat tac nl head rev od hexdump hd tr cut expand unexpand fold fmt pr column paste tsort": anything(),
  "comm join cmp look grep egrep fgrep sleep seq": anything(),
  strings: either(
    "-afow -ntesTU: -# all print-file-name bytes= radix= encoding= include-all-whitespace help version",
    {},
    { operands: { match: /^(?!@)/, does: "follows", why: "strings(1): @FILE names a file of options" } },
  ),
  // -l runs pr.
  diff: anything({ runs: "-l --paginate" }),
  "ls dir vdir stat df basename dirname realpath readlink namei pathchk": anything(),
  "which whereis locate plocate mlocate": anything(),
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum md5": anything({
    follows: "-c --check",
  }),
  "wc du": anything({ follows: "--files0-from" }),
  tail: either("-qvzr -nc: -# bytes= lines= quiet silent verbose zero-terminated help version", {
    asks: "-f -F --follow --retry",
  }),
  sort: either(
    "-bcCdfghimMnRrsuVz -kSt: ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting " +
      "month-sort human-numeric-sort numeric-sort random-sort reverse sort= version-sort batch-size= check? debug key= merge " +
      "stable buffer-size= field-separator= parallel= unique zero-terminated help version random-source=",
    { writes: "-o --output -T --temporary-directory", runs: "--compress-program", follows: "--files0-from" },
  ),
  uniq: either(
    "-cdDiuz -fsw: -# count repeated all-repeated? skip-fields= group? ignore-case skip-chars= unique zero-terminated " +
      "check-chars= help version",
    {},
    { operands: { max: 1, does: "writes", why: "uniq(1): the second operand is its output file" } },
  ),
  shuf: either("-ez -in: echo input-range= head-count= random-source= zero-terminated help version", {
    writes: "-o --output",
  }),
  "base64 base32": either("-d -w: decode ignore-garbage wrap= help version", { writes: "-o --output" }),
  iconv: either("-cls -ft: from-code= to-code= list silent help version usage", { writes: "-o --output" }),
  "gzip gunzip": either(
    "-cdfklqtv stdout to-stdout decompress uncompress list quiet test verbose help version",
    { writes: "-r --recursive -S --suffix -N --name" },
    {
      needs: {
        oneOf: "-c --stdout --to-stdout -l --list -t --test --help --version",
        does: "writes",
        why: "gzip(1): it replaces the file; -c prints",
      },
    },
  ),
  // They hand their options to gzip(1) and its kin.
  "zcat bzcat xzcat": either("", { writes: "-S --suffix -r --recursive" }),
  tee: either("-ai", {}, { operands: { match: /^\/dev\/null$/, does: "writes", why: "tee(1): it writes each file" } }),
  file: either(
    "-bcdhikLlNnrsv0E -eFP: brief debug dereference no-dereference extension mime mime-type mime-encoding keep-going list " +
      "no-pad no-buffer raw special-files version print0 apple separator= exclude= exclude-quiet= parameter= help",
    {
      writes: "-C --compile -p --preserve-date",
      runs: "-m --magic-file -z -Z --uncompress --uncompress-noreport",
      follows: "-f --files-from",
      sets: "-S --no-sandbox",
    },
  ),
  // -Lo 2 out is -L 2 -o out: its own parser goes on behind a letter that takes the next word. -R runs it again with -o.
  tree: permuting(
    "-adfilxpsuhgDFqNQrtcUvXJACSn -LPIHT; help version dirsfirst filesfirst noreport prune si du inodes device metafirst " +
      "matchdirs ignore-case fromfile gitignore filelimit= timefmt= charset= sort= infofile= gitfile= info nolinks hintro= houtro=",
    { writes: "-o --output -R" },
  ),
  find: { by: "language", judge: judgeFind },
  rg: permuting(
    // INPUT and SEARCH OPTIONS of rg(1)
    "-.0abcFHhIiLlNnoPpqSsUuVvwx -ABCEdefgjMmrTt: regexp= file= crlf no-crlf dfa-size-limit= encoding= engine= fixed-strings " +
      "no-fixed-strings ignore-case invert-match line-regexp max-count= mmap no-mmap multiline multiline-dotall no-unicode " +
      "null-data pcre2 regex-size-limit= smart-case stop-on-nonmatch text threads= word-regexp auto-hybrid-regex case-sensitive no-pre " +
      "no-search-zip binary follow glob= glob-case-insensitive hidden no-hidden iglob= ignore-file= max-depth= maxdepth= max-filesize= " +
      "no-ignore no-ignore-dot no-ignore-exclude no-ignore-files no-ignore-global no-ignore-parent no-ignore-vcs no-require-git " +
      // OUTPUT OPTIONS and OUTPUT MODES
      "one-file-system type= type-not= type-add= type-clear= unrestricted after-context= before-context= block-buffered byte-offset " +
      "color= colors= column no-column context= context-separator= field-context-separator= field-match-separator= heading no-heading " +
      "include-zero line-buffered line-number no-line-number max-columns= max-columns-preview null only-matching path-separator= " +
      "passthru pretty quiet replace= sort= sortr= trim no-trim vimgrep with-filename no-filename count count-matches " +
      // LOGGING and OTHER
      "files-with-matches files-without-match json no-json debug no-messages no-ignore-messages stats trace files generate= help " +
      "no-config pcre2-version type-list version",
    { runs: "--pre --pre-glob --hostname-bin -z --search-zip" },
  ),
  ag: either(
    "-acfFHilLnoQrsStuUvw0 -ABCGgmW: all-types after= before= context= count follow fixed-strings literal nocolor color nogroup " +
      "group heading noheading hidden ignore-case ignore= filename nofilename files-with-matches files-without-matches numbers nonumbers " +
      "norecurse recurse null only-matching print-long-lines case-sensitive smart-case stats unrestricted skip-vcs-ignores vimgrep " +
      "invert-match word-regexp column depth= max-count= file-search-regex= silent nopager version help",
    { runs: "--pager -z --search-zip" },
  ),
  "fd fdfind": permuting(
    "-HIusigFapLq01hV -dteEScoj: hidden no-ignore no-ignore-vcs unrestricted case-sensitive ignore-case glob regex fixed-strings " +
      "absolute-path full-path follow quiet print0 max-depth= min-depth= exact-depth= type= extension= exclude= size= " +
      "changed-within= changed-before= newer= older= owner= color= threads= max-results= prune one-file-system strip-cwd-prefix " +
      "path-separator= help version",
    { runs: "-x --exec -X --exec-batch -l --list-details" },
  ),
  // Programs from files, and modules, may open what yet another file names.
  jq: permuting(
    "-nrRsSCMaejchV null-input raw-input slurp compact-output raw-output raw-output0 join-output ascii-output sort-keys color-output " +
      "monochrome-output tab indent= exit-status stream stream-errors seq arg= argjson= slurpfile= rawfile= args jsonargs help version",
    { follows: "-f --from-file -L --library-path" },
    {
      operands: {
        match: /^(?![^]*\b(?:import|include)\s+")/,
        unknown: "fine",
        does: "follows",
        why: "jq(1): modules are not visible",
      },
    },
  ),
};
