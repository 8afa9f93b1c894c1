import { either, permuting, type Utility } from "./utility.ts";

/** Utilities that look at names and metadata. */
export const listing: readonly Utility[] = [
  {
    names: ["ls", "dir", "vdir", "stat", "df", "basename", "dirname", "realpath", "readlink", "namei", "pathchk"],
    takes: { by: "anything", why: "coreutils and util-linux manuals: they print what the file system says" },
  },
  {
    names: ["du"],
    takes: {
      by: "anything",
      why: "du(1): it prints sizes",
      dangers: [{ options: ["--files0-from"], does: "follows-content", source: "du(1): looks at what a file names" }],
    },
  },
  {
    names: ["file"],
    takes: either({
      flags: "bcdhikLlNnrsv0E",
      valued: "eFP",
      long:
        "brief debug dereference no-dereference extension mime mime-type mime-encoding keep-going list no-pad no-buffer " +
        "raw special-files version print0 apple separator= exclude= exclude-quiet= parameter= help",
      dangers: [
        { options: ["-f", "--files-from"], does: "follows-content", source: "file(1): -f opens what a file names" },
        { options: ["-C", "--compile"], does: "writes", source: "file(1): writes a magic.mgc" },
        { options: ["-p", "--preserve-date"], does: "writes", source: "file(1): -p sets the file's times" },
        {
          options: ["-m", "--magic-file"],
          does: "runs-programs",
          source: "file(1): a foreign magic file drives the parser",
        },
        {
          options: ["-z", "-Z", "--uncompress", "--uncompress-noreport"],
          does: "runs-programs",
          source: "file(1): forks decompressors",
        },
        { options: ["-S", "--no-sandbox"], does: "changes-state", source: "file(1): switches its sandbox off" },
      ],
    }),
  },
  {
    names: ["tree"],
    takes: permuting({
      flags: "adfilxpsuhgDFqNQrtcUvXJACSn",
      // -Lo 2 out is -L 2 -o out: its own parser goes on behind a letter that takes the next word.
      separate: "LPIHT",
      long:
        "help version dirsfirst filesfirst noreport prune si du inodes device metafirst matchdirs ignore-case fromfile gitignore " +
        "filelimit= timefmt= charset= sort= infofile= gitfile= info nolinks hintro= houtro=",
      dangers: [
        { options: ["-o", "--output"], does: "writes", source: "tree(1): -o filename" },
        { options: ["-R"], does: "writes", source: "tree(1): -R runs tree again with -o 00Tree.html" },
      ],
    }),
  },
  {
    names: ["which", "whereis", "locate", "plocate", "mlocate"],
    takes: { by: "anything", why: "which(1), whereis(1), locate(1): they look names up" },
  },
  {
    names: ["lsblk", "lscpu"],
    takes: { by: "anything", why: "util-linux manuals: they print what sysfs says" },
  },
  { names: ["lsmod"], takes: either({ dangers: [], operands: { max: 0, why: "lsmod takes none" } }) },
];
