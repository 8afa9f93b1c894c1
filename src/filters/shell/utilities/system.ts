import { either, leading, type Arguments, type Danger, type Utility } from "./utility.ts";

const prints: Arguments = {
  by: "anything",
  why: "coreutils, procps and util-linux manuals: prints what the system says of itself",
};
const ipVerbs: Arguments = either({
  dangers: [],
  operands: { match: /^[\w.:/@-]+$/, why: "ip-address(8): filters are plain words" },
});
const shown: Readonly<Record<string, Arguments>> = { show: ipVerbs, list: ipVerbs, ls: ipVerbs };
const shows: Arguments = {
  by: "subcommands",
  table: { before: { dangers: [] }, bare: true, dangers: [], subcommands: shown },
};
const routes: Arguments = {
  by: "subcommands",
  table: { before: { dangers: [] }, bare: true, dangers: [], subcommands: { ...shown, get: ipVerbs } },
};
const ipDangers: readonly Danger[] = [
  { options: ["-b", "-batch", "--batch"], does: "changes-state", source: "ip(8): -batch runs commands from a file" },
  { options: ["-r", "-resolve"], does: "network", source: "ip(8): -resolve asks a name server" },
  { options: ["-n", "-netns", "-N"], does: "changes-state", source: "ip(8): -netns switches the network namespace" },
];

/** Utilities that tell of the system, its processes and its network, where many can also set what they tell. */
export const system: readonly Utility[] = [
  {
    names: "id whoami groups users w logname uptime nproc tty cal lsb_release".split(" "),
    takes: prints,
  },
  { names: ["ps", "printenv"], takes: prints },
  {
    names: ["who", "last"],
    takes: either({
      flags: "abHlmqrTuwxFip",
      valued: "ns",
      digits: true,
      long: "all boot dead heading ips login process count runlevel short time mesg message users limit= since= until= help version",
      dangers: [
        { options: ["--lookup", "-d", "--dns"], does: "network", source: "who(1), last(1): look names of hosts up" },
      ],
    }),
  },
  {
    names: ["uname"],
    takes: either({
      flags: "asnrvmpio",
      long: "all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system help version",
      dangers: [{ options: ["-S"], does: "changes-state", source: "uname(1) of System V: -S sets the name" }],
      operands: { max: 0, why: "uname(1): takes none" },
    }),
  },
  {
    names: ["locale"],
    takes: either({
      flags: "ack",
      long: "all-locales category-name keyword-name help version",
      dangers: [
        { options: ["-m", "--charmaps"], does: "runs-programs", source: "locale(1): -m runs gzip on each charmap" },
      ],
    }),
  },
  {
    names: ["arch"],
    takes: either({ dangers: [], operands: { max: 0, why: "macOS arch(1) runs its operand" } }),
  },
  {
    names: ["env"],
    takes: leading({
      flags: "0",
      long: "null help version",
      dangers: [{ options: ["-S", "--split-string"], does: "runs-programs", source: "env(1): -S splits and runs" }],
      operands: { max: 0, does: "runs-programs", why: "env(1): runs its operand" },
    }),
  },
  {
    names: ["date"],
    takes: either({
      flags: "uRj",
      // -v shifts what BSD prints.
      valued: "drv",
      attached: "I",
      long: "date= iso-8601? rfc-2822 rfc-email rfc-3339= utc universal reference= debug resolution help version",
      dangers: [
        { options: ["-s", "--set"], does: "changes-state", source: "date(1): -s, --set=STRING" },
        {
          options: ["-f", "--file"],
          does: "changes-state",
          source: "date(1) of BSD: -f input_fmt new_date sets the clock",
        },
      ],
      operands: { max: 1, match: /^\+/, does: "changes-state", why: "date(1): an operand without + sets the clock" },
    }),
  },
  {
    names: ["hostname"],
    takes: either({
      flags: "Is",
      long: "all-ip-addresses short help version",
      dangers: [
        {
          options: [
            "-f",
            "-i",
            "-d",
            "-A",
            "-y",
            "-a",
            "--fqdn",
            "--long",
            "--ip-address",
            "--domain",
            "--all-fqdns",
            "--alias",
          ],
          does: "network",
          source: "hostname(1): asks a name server",
        },
        { options: ["-F", "--file"], does: "changes-state", source: "hostname(1): -F, --file reads the new name" },
        { options: ["-b", "--boot"], does: "changes-state", source: "hostname(1): -b, --boot sets a name" },
      ],
      operands: { max: 0, does: "changes-state", why: "hostname(1): an operand sets the name" },
    }),
  },
  {
    names: ["getconf"],
    takes: either({
      flags: "a",
      dangers: [{ options: ["-v"], does: "runs-programs", source: "getconf(1): -v runs another getconf" }],
    }),
  },
  {
    names: ["pgrep"],
    takes: either({
      flags: "lavwcfinox",
      valued: "dgGPstuU",
      long: "delimiter= list-name list-full inverse lightweight count full pgroup= group= ignore-case newest oldest parent= session= terminal= euid= uid= exact help version",
      dangers: [{ options: ["--signal", "-e", "-q"], does: "changes-state", source: "pgrep(1): shared with pkill" }],
    }),
  },
  {
    names: ["free"],
    takes: either({
      flags: "bkmghtlwvLV",
      long: "bytes kilo mega giga tera kibi mebi gibi tebi human si lohi line total wide committed help version",
      dangers: [{ options: ["-s", "--seconds"], does: "never-ends", source: "free(1): -s repeats" }],
    }),
  },
  {
    names: ["vmstat"],
    takes: either({
      flags: "afmsdDwtn",
      dangers: [],
      operands: { max: 0, does: "never-ends", why: "vmstat(8): a delay repeats the report" },
    }),
  },
  {
    names: ["netstat"],
    takes: either({
      flags: "rigsMnNeopltuwxaWv46",
      long: "route interfaces groups statistics masquerade verbose wide numeric numeric-hosts numeric-ports numeric-users extend timers program all listening tcp udp raw unix inet inet6 help version",
      dangers: [{ options: ["-c", "--continuous"], does: "never-ends", source: "netstat(8): -c repeats" }],
      needs: [
        { oneOf: ["-n", "--numeric", "--numeric-hosts"], does: "network", why: "netstat(8): looks names of hosts up" },
      ],
      operands: { max: 0, does: "never-ends", why: "netstat(1) of BSD: an interval repeats the report" },
    }),
  },
  {
    names: ["ip"],
    takes: {
      by: "subcommands",
      table: {
        before: {
          // No clusters: ip takes a word for the option that it abbreviates, and -rc for -rcvbuf.
          words: "4 6 0 s d o j p c h V br brief color json pretty details stats statistics oneline human iec Version",
          dangers: ipDangers,
        },
        dangers: ipDangers,
        subcommands: {
          ...Object.fromEntries(
            [
              "address",
              "addr",
              "a",
              "link",
              "l",
              "neighbour",
              "neighbor",
              "neigh",
              "n",
              "rule",
              "ru",
              "maddress",
              "maddr",
            ].map((name) => [name, shows]),
          ),
          ...Object.fromEntries(["route", "ro", "r"].map((name) => [name, routes])),
        },
      },
    },
  },
  {
    names: ["seq"],
    takes: either({
      flags: "w",
      valued: "fs",
      digits: true,
      long: "format= separator= equal-width help version",
      dangers: [],
      operands: {
        match: /^[+-]?(?:\d{1,6}(?:\.\d{1,2})?|\.\d{1,2})$/,
        does: "never-ends",
        why: "only plain numbers of at most six digits are sure to end",
      },
    }),
  },
];
