import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { credentialSpans } from "../../harness/kernel/credentials/credential-spans.ts";
import { starredOut } from "../../harness/verdict/hide-credentials.ts";

type Search = (text: string) => unknown;

/** The CPU time of this thread for each of some searches, which other processes do not lengthen. Its clock ticks every few milliseconds. */
function cost(search: Search, text: string, times: number): number {
  const before = process.threadCpuUsage();
  for (let each = 0; each < times; each += 1) search(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / times;
}

function filled(unit: string): string {
  return unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
}

/** Here a pattern that reads on to the end from each place takes 2,000 times as long as prose; the slowest other one takes 40 times. */
const LENGTH = 64 * 1024;
const MOST = 300;

const prose = filled("The fox jumps over the dog, and runs home. ");
const beginnings = [
  " ",
  "= ",
  ": ",
  ":",
  "=",
  "\\",
  "\\n",
  "\n",
  "\t",
  "%41",
  "'",
  '"',
  "~",
  "-",
  ".",
  "a",
  "A",
  "1",
  "a1",
  "A1_",
  "A_KEY=",
  "PASSWORD=",
  "token='",
  "token: ",
  "authorization: basic ",
  "bearer a1",
  "--a-",
  "--token ",
  "-u a:",
  " -p ",
  "mysql -p ",
  "login a ",
  "password ",
  ":1234:",
  "a:1234:b:c:",
  "auth:",
  "cookie: a=b; ",
  "a=b; ",
  "://a:1@",
  "://a:b1",
  "?token=",
  "?token=a1",
  "-----BEGIN PRIVATE KEY-----\na1",
  "eyJ",
  "eyJaaaaaaaaaa.",
  "sk-",
  "xoxb-",
  "re_A1a",
  "pa-Aa1",
  "EAAA",
  "a.atlasv1.",
  "SG.aaaaaaaaaaaaaaaa.",

  "1Q~",
  "A3-AAAAAA-",
  "tskey-a-",
  "sha256~",
  "fm2_",
  "12345678:AA",
  "discord.com/api/webhooks/123456789012345678/",
];

const searches: readonly (readonly [name: string, search: Search])[] = [
  ["the search of a text", credentialSpans([])],
  ["the search that masks a text", starredOut],
];

describe.for(searches)("%s", ([, search]) => {
  const proseCost = Math.max(cost(search, prose, 20), cost(search, prose, 100));

  function growsEvenly(unit: string, tail: string): boolean {
    // What was slow by chance is not so three times.
    return [1, 2, 3].some(() => cost(search, filled(unit) + tail, 1) < proseCost * MOST);
  }

  test.for(beginnings)("is not slower by its square where the text is full of %j", (unit) => {
    expect(growsEvenly(unit, "")).toBe(true);
    expect(growsEvenly(unit, "x")).toBe(true);
  });

  test("is not slower by its square where the text is full of any two beginnings", () => {
    const some = fc.tuple(fc.constantFrom(...beginnings), fc.constantFrom(...beginnings), fc.constantFrom("", "x"));
    const held = fc.property(some, ([one, other, tail]) => growsEvenly(one + other, tail));
    expect(fc.check(held, { numRuns: 60 })).toMatchObject({ failed: false });
  });
});
