import { either, leading, type Utility } from "./utility.ts";

const plain: Utility["takes"] = either({ dangers: [] });

/** Builtins and administration tools that show something where they are given nothing to set. */
export const showing: readonly Utility[] = [
  shows("umask", "Sp", "bash(1): an operand sets the mask"),
  shows("ulimit", "aHScdefilmnpqrstuvx", "bash(1): an operand sets the limit"),
  shows("alias", "p", "bash(1): an operand defines one"),
  {
    names: ["set"],
    takes: leading({
      flags: "eu",
      valued: "o",
      values: { "-o": { match: /^(?:pipefail|errexit|nounset)?$/, does: "changes-state", why: "bash(1), set" } },
      dangers: [],
      operands: { max: 0, does: "changes-state", why: "bash(1): an operand sets options or positional words" },
    }),
  },
  {
    names: ["export"],
    takes: leading({
      flags: "p",
      dangers: [],
      operands: {
        match: /^(?:LC_[A-Z]+|LANG)=[\w.-]*$|^(?:PAGER|GIT_PAGER)=cat$|^TZ=[A-Z]{3,4}$|^NO_COLOR=1$/,
        does: "changes-state",
        why: "bash(1): an operand sets a variable that programs read; only locales, TZ, PAGER=cat and NO_COLOR=1 may be",
      },
    }),
  },
  shows("jobs", "lprs", "bash(1): -x runs a command"),
  shows("dirs", "lpv", "bash(1): -c empties the list"),
  shows("times", "", "bash(1): takes none"),
  shows("mount", "l", "mount(8): an operand mounts"),
  numeric("route", "n", "route(8): an operand changes the table"),
  numeric("arp", "an", "arp(8): an operand changes the table"),
  {
    names: ["history"],
    takes: leading({
      dangers: [
        {
          options: ["-c", "-d", "-a", "-n", "-r", "-w", "-p", "-s"],
          does: "changes-state",
          source: "bash(1), history",
        },
      ],
      operands: { max: 1, match: /^\d{1,5}$/, does: "changes-state", why: "bash(1): takes a number" },
    }),
  },
  {
    names: ["declare", "typeset"],
    takes: leading({
      flags: "p",
      dangers: [],
      operands: { match: /^[A-Za-z_]\w*$/, does: "changes-state", why: "bash(1): a value sets the variable" },
      needs: [{ oneOf: ["-p"], does: "changes-state", why: "bash(1): sets attributes" }],
    }),
  },
  {
    names: ["crontab"],
    takes: either({
      flags: "l",
      dangers: [{ options: ["-r", "-e", "-i"], does: "writes", source: "crontab(1)" }],
      operands: { max: 0, does: "writes", why: "crontab(1): an operand replaces the table" },
      needs: [{ oneOf: ["-l"], does: "writes", why: "crontab(1): reads a new table" }],
    }),
  },
  {
    names: ["ifconfig"],
    takes: leading({
      flags: "a",
      dangers: [],
      operands: { max: 0, does: "network", why: "busybox asks a name server for an operand; leave it out" },
    }),
  },
  {
    names: ["dmesg"],
    takes: either({
      flags: "TtxkuLrd",
      valued: "lf",
      long: "ctime notime decode kernel userspace raw show-delta level= facility= help version",
      dangers: [
        {
          options: ["-c", "-C", "--read-clear", "--clear"],
          does: "changes-state",
          source: "dmesg(1): empties the ring buffer",
        },
        {
          options: ["-D", "-E", "-n", "--console-off", "--console-on", "--console-level"],
          does: "changes-state",
          source: "dmesg(1)",
        },
        {
          options: ["-w", "-W", "--follow", "--follow-new"],
          does: "never-ends",
          source: "dmesg(1): -w waits for more",
        },
        { options: ["-H", "--human"], does: "interactive", source: "dmesg(1): -H runs a pager" },
      ],
      operands: { max: 0, why: "dmesg(1): takes none" },
    }),
  },
  {
    names: ["sysctl"],
    takes: either({
      flags: "anNe",
      dangers: [
        {
          options: ["-w", "-p", "--write", "--load", "--system"],
          does: "changes-state",
          source: "sysctl(8): sets values",
        },
      ],
      operands: { match: /^[\w./-]+$/, does: "changes-state", why: "sysctl(8): name=value sets it, -w or not" },
    }),
  },
  {
    names: ["getent"],
    takes: {
      by: "subcommands",
      table: {
        before: { dangers: [] },
        dangers: [{ options: ["hosts", "ahosts"], does: "network", source: "getent(1): asks a name server" }],
        // No options: -s names a library to load.
        subcommands: { passwd: plain, group: plain, services: plain, protocols: plain },
      },
    },
  },
];

/** A command that only shows with these flags and no operand. */
function shows(name: string, flags: string, why: string): Utility {
  return { names: [name], takes: leading({ flags, dangers: [], operands: { max: 0, does: "changes-state", why } }) };
}

/** The same, where names of hosts would be looked up without `-n`. */
function numeric(name: string, flags: string, why: string): Utility {
  const needs = [{ oneOf: ["-n"], does: "network", why: `${name}(8): looks names of hosts up` }] as const;
  return {
    names: [name],
    takes: either({ flags, dangers: [], operands: { max: 0, does: "changes-state", why }, needs }),
  };
}
