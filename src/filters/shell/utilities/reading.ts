import { either, type Utility } from "./utility.ts";

/** Utilities that print files, whole or in part, and cannot do anything else. */
export const reading: readonly Utility[] = [
  {
    names: ["cat", "tac", "nl", "head", "rev", "od", "hexdump", "hd", "strings"],
    takes: { by: "anything", why: "coreutils, util-linux and binutils manuals: input to standard output" },
    reads: { from: 0, waitsBelow: 1, unless: /^--(help|version)/ },
  },
  {
    names: ["cut", "expand", "unexpand", "fold", "fmt", "pr", "column", "paste", "tsort"],
    takes: { by: "anything", why: "coreutils and util-linux manuals: input to standard output" },
    reads: { from: 0, waitsBelow: 1, unless: /^--(help|version)/ },
  },
  {
    names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum md5".split(" "),
    takes: {
      by: "anything",
      why: "coreutils manuals: they print digests",
      dangers: [
        { options: ["-c", "--check"], does: "follows-content", source: "md5sum(1): -c opens what a file names" },
      ],
    },
    reads: { from: 0, waitsBelow: 1, unless: /^(--(help|version)|-s)/ },
  },
  {
    names: ["wc"],
    takes: {
      by: "anything",
      why: "wc(1): it prints counts",
      dangers: [{ options: ["--files0-from"], does: "follows-content", source: "wc(1): opens what a file names" }],
    },
    reads: { from: 0, waitsBelow: 1, unless: /^--(help|version)/ },
  },
  {
    names: ["tr"],
    takes: { by: "anything", why: "tr(1): standard input to standard output" },
    reads: { from: 0, waitsBelow: Number.POSITIVE_INFINITY, unless: /^--(help|version)/ },
  },
  {
    names: ["comm", "join", "cmp", "diff", "look"],
    takes: { by: "anything", why: "coreutils and diffutils manuals: they compare inputs on standard output" },
    reads: { from: 0, waitsBelow: 1, unless: /^--(help|version)/ },
  },
  {
    names: ["grep", "egrep", "fgrep"],
    takes: { by: "anything", why: "grep(1): no option writes or runs; -f and --include only read" },
    reads: {
      from: 1,
      waitsBelow: 2,
      unless: /^(-[A-Za-z]*[rRefV]|--(recursive|dereference-recursive|regexp|file|help|version))/,
    },
  },
  {
    names: ["tail"],
    takes: either({
      flags: "qvzr",
      valued: "nc",
      long: "bytes= lines= quiet silent verbose zero-terminated help version",
      digits: true,
      dangers: [
        {
          options: ["-f", "-F", "--follow", "--retry", "--pid", "-s", "--sleep-interval"],
          does: "never-ends",
          source: "tail(1): waits for more",
        },
      ],
      operands: {
        match: /^(?!\+\d*[bclk]*f$)/,
        unknown: "fine",
        does: "never-ends",
        why: "tail(1): the old form +5f follows the file",
      },
    }),
    reads: { from: 0, waitsBelow: 1, unless: /^--(help|version)/ },
  },
  {
    names: ["sort"],
    takes: either({
      flags: "bcCdfghimMnRrsuVz",
      valued: "kSt",
      long:
        "ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort " +
        "numeric-sort random-sort reverse sort= version-sort batch-size= check? debug key= merge stable buffer-size= field-separator= " +
        "parallel= unique zero-terminated help version random-source=",
      dangers: [
        { options: ["-o", "--output"], does: "writes", source: "sort(1): -o, --output=FILE" },
        { options: ["--compress-program"], does: "runs-programs", source: "sort(1): --compress-program=PROG" },
        {
          options: ["-T", "--temporary-directory"],
          does: "writes",
          source: "sort(1): -T, --temporary-directory=DIR",
        },
        {
          options: ["--files0-from"],
          does: "follows-content",
          source: "sort(1): --files0-from opens what a file names",
        },
      ],
    }),
    reads: { from: 0, waitsBelow: 1, unless: /^--(help|version)/ },
  },
  {
    names: ["uniq"],
    takes: either({
      flags: "cdDiuz",
      valued: "fsw",
      long: "count repeated all-repeated? skip-fields= group? ignore-case skip-chars= unique zero-terminated check-chars= help version",
      digits: true,
      dangers: [],
      operands: { max: 1, does: "writes", why: "uniq(1): the second operand is its output file" },
    }),
    reads: { from: 0, waitsBelow: 1, unless: /^--(help|version)/ },
  },
  {
    names: ["shuf"],
    takes: either({
      flags: "ez",
      valued: "in",
      long: "echo input-range= head-count= random-source= zero-terminated help version",
      dangers: [
        { options: ["-o", "--output"], does: "writes", source: "shuf(1): -o, --output=FILE" },
        { options: ["-r", "--repeat"], does: "never-ends", source: "shuf(1): -r, --repeat" },
      ],
    }),
    reads: { from: 0, waitsBelow: 1, unless: /^(-e|-i|--echo|--input-range|--help|--version)/ },
  },
  {
    names: ["base64", "base32"],
    takes: either({
      flags: "d",
      valued: "w",
      long: "decode ignore-garbage wrap= help version",
      dangers: [
        { options: ["-o", "--output"], does: "writes", source: "base64(1) of macOS: -o, --output output_file" },
      ],
    }),
    reads: { from: 0, waitsBelow: 1, unless: /^--(help|version)/ },
  },
  {
    names: ["iconv"],
    takes: either({
      flags: "cls",
      valued: "ft",
      long: "from-code= to-code= list silent help version usage",
      dangers: [{ options: ["-o", "--output"], does: "writes", source: "iconv(1): -o outputfile" }],
    }),
    reads: { from: 0, waitsBelow: 1, unless: /^(-l|--list|--help|--version|--usage)/ },
  },
  {
    names: ["gzip", "gunzip"],
    takes: either({
      flags: "cdfklqtv",
      long: "stdout to-stdout decompress uncompress list quiet test verbose help version",
      dangers: [
        {
          options: ["-r", "--recursive", "-S", "--suffix", "-N", "--name"],
          does: "writes",
          source: "gzip(1): replaces files",
        },
      ],
      needs: [
        {
          oneOf: ["-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test", "--help", "--version"],
          does: "writes",
          why: "gzip(1): it replaces the file; -c prints",
        },
      ],
    }),
    reads: { from: 0, waitsBelow: 1, unless: /^--(help|version)/ },
  },
  {
    names: ["tee"],
    takes: either({
      flags: "ai",
      dangers: [],
      operands: {
        match: /^\/dev\/null$/,
        does: "writes",
        why: "tee(1): writes each file it is given; only /dev/null may be",
      },
    }),
    reads: { from: 0, waitsBelow: Number.POSITIVE_INFINITY },
  },
  {
    names: ["sleep"],
    takes: either({
      dangers: [],
      operands: {
        max: 1,
        match: /^(?:\d|10)(?:\.\d+)?s?$/,
        does: "never-ends",
        why: "at most ten seconds may be waited for",
      },
    }),
  },
  {
    names: ["zcat", "bzcat", "xzcat"],
    takes: either({
      dangers: [
        {
          options: ["-S", "--suffix", "-r", "--recursive"],
          does: "writes",
          source: "zcat(1) hands its options to gzip(1)",
        },
      ],
    }),
    reads: { from: 0, waitsBelow: 1 },
  },
];
