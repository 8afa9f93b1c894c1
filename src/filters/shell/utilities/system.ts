import { anything, each, either, leading, optionTable, shows, subcommands } from "./rows.ts";
import type { Rows } from "./utility.ts";

const plain = either();
const ipVerbs = either("", {}, { operands: { match: /^[\w.:/@-]+$/, why: "ip-address(8): filters are plain words" } });
const shown = each("show list ls", ipVerbs);

/** Utilities that tell of the system, its processes and its network, where many can also set what they tell. */
export const system: Rows = {
  "id whoami groups users logname uptime nproc tty cal lsb_release ps printenv free vmstat lsblk lscpu": anything(),
  "who last": either(
    "-abHlmqrTuwxFip -ns: -# all boot dead heading ips login process count runlevel short time mesg message users limit= since= " +
      "until= help version",
    { connects: "--lookup -d --dns" },
  ),
  uname: either(
    "-asnrvmpio all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system help version",
    { sets: "-S" },
    { operands: { max: 0, why: "uname(1): takes none" } },
  ),
  // -m unpacks each charmap with gzip.
  locale: either("-ack all-locales category-name keyword-name help version", { runs: "-m --charmaps" }),
  arch: either("", {}, { operands: { max: 0, why: "macOS arch(1) runs its operand" } }),
  lsmod: either("", {}, { operands: { max: 0, why: "lsmod takes none" } }),
  env: shows("-0 null help version", "env(1): runs its operand", "runs", { runs: "-S --split-string" }),
  // -v shifts what BSD prints, and -f of BSD sets the clock.
  date: either(
    "-uRj -drv: -I? date= iso-8601? rfc-2822 rfc-email rfc-3339= utc universal reference= debug resolution help version",
    { sets: "-s --set -f --file" },
    { operands: { max: 1, match: /^\+/, does: "sets", why: "date(1): an operand without + sets the clock" } },
  ),
  hostname: either(
    "-Is all-ip-addresses short help version",
    {
      connects: "-f -i -d -A -y -a --fqdn --long --ip-address --domain --all-fqdns --alias",
      sets: "-F --file -b --boot",
    },
    { operands: { max: 0, does: "sets", why: "hostname(1): an operand sets the name" } },
  ),
  getconf: either("-a", { runs: "-v" }),
  pgrep: either(
    "-lavwcfinox -dgGPstuU: delimiter= list-name list-full inverse lightweight count full pgroup= group= ignore-case newest " +
      "oldest parent= session= terminal= euid= uid= exact help version",
    { sets: "--signal -e -q" },
  ),
  netstat: either(
    "-rigsMnNeopltuwxaWv46 route interfaces groups statistics masquerade verbose wide numeric numeric-hosts numeric-ports " +
      "numeric-users extend timers program all listening tcp udp raw unix inet inet6 help version",
    {},
    {
      needs: { oneOf: "-n --numeric --numeric-hosts", does: "connects", why: "netstat(8): looks names of hosts up" },
      operands: { max: 0, why: "netstat(1) of BSD: an interval repeats the report" },
    },
  ),
  // No clusters: ip takes a word for the option that it abbreviates, and -rc for -rcvbuf. -netns switches the network namespace.
  ip: subcommands(
    {
      ...each(
        "address addr a link l neighbour neighbor neigh n rule ru maddress maddr",
        subcommands(shown, optionTable(""), { bare: true }),
      ),
      ...each("route ro r", subcommands({ ...shown, get: ipVerbs }, optionTable(""), { bare: true })),
    },
    optionTable(
      "+4 +6 +0 +s +d +o +j +p +c +h +V +br +brief +color +json +pretty +details +stats +statistics +oneline +human +iec +Version",
      {
        connects: "-r -resolve",
        sets: "-b -batch --batch -n -netns -N",
      },
    ),
  ),
  umask: shows("-Sp", "bash(1): an operand sets the mask"),
  ulimit: shows("-aHScdefilmnpqrstuvx", "bash(1): an operand sets the limit"),
  alias: shows("-p", "bash(1): an operand defines one"),
  jobs: shows("-lprs", "bash(1): -x runs a command"),
  dirs: shows("-lpv", "bash(1): -c empties the list"),
  times: shows("", "bash(1): takes none"),
  mount: shows("-l", "mount(8): an operand mounts"),
  set: leading(
    "-eu -o:",
    {},
    {
      values: { "-o": { match: /^(?:pipefail|errexit|nounset)?$/, does: "sets", why: "bash(1), set" } },
      operands: { max: 0, does: "sets", why: "bash(1): an operand sets options or positional words" },
    },
  ),
  export: leading(
    "-p",
    {},
    {
      operands: {
        match:
          /^(?:LC_[A-Z]+|LANG)=(?:C|POSIX|(?:C|[a-z]{2,3}_[A-Z]{2})\.(?:UTF-8|utf8))?$|^(?:PAGER|GIT_PAGER)=cat$|^TZ=[A-Z]{3,4}$|^NO_COLOR=1$/,
        does: "sets",
        why: "bash(1): sets a variable that programs read; only locales, TZ, PAGER=cat and NO_COLOR=1 may be",
      },
    },
  ),
  "route arp": either(
    "-an",
    {},
    {
      operands: { max: 0, does: "sets", why: "route(8): an operand changes the table" },
      needs: { oneOf: "-n", does: "connects", why: "route(8): looks names of hosts up" },
    },
  ),
  history: leading(
    "",
    { sets: "-c -d -a -n -r -w -p -s" },
    { operands: { max: 1, match: /^\d{1,5}$/, does: "sets", why: "bash(1): takes a number" } },
  ),
  "declare typeset": leading(
    "-p",
    {},
    {
      operands: { match: /^[A-Za-z_]\w*$/, does: "sets", why: "bash(1): a value sets the variable" },
      needs: { oneOf: "-p", does: "sets", why: "bash(1): sets attributes" },
    },
  ),
  crontab: either(
    "-l",
    { writes: "-r -e -i" },
    {
      operands: { max: 0, does: "writes", why: "crontab(1): an operand replaces the table" },
      needs: { oneOf: "-l", does: "writes", why: "crontab(1): reads a new table" },
    },
  ),
  ifconfig: shows("-a", "busybox asks a name server for an operand; leave it out", "connects"),
  dmesg: either(
    "-TtxkuLrd -lf: ctime notime decode kernel userspace raw show-delta level= facility= help version",
    {
      sets: "-c -C --read-clear --clear -D -E -n --console-off --console-on --console-level",
      asks: "-H --human",
    },
    { operands: { max: 0, why: "dmesg(1): takes none" } },
  ),
  sysctl: either(
    "-anNe",
    { sets: "-w -p --write --load --system" },
    { operands: { match: /^[\w./-]+$/, does: "sets", why: "sysctl(8): name=value sets it, -w or not" } },
  ),
  // No options: -s names a library to load. Other tables ask a name server.
  getent: subcommands(each("passwd group services protocols", plain)),
};
