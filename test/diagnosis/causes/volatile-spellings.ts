import { createHash } from "node:crypto";

/** A value that is another in each request, by the number of the request; drawn from a fixed seed. */
export type Volatile = readonly [name: string, code: string, write: (nth: number) => string];

const digest = (seed: string, nth: number): Buffer => createHash("sha256").update(`${seed} ${nth}`).digest();
/** With a letter in front: eight digits alone look like a count. */
const hex = (nth: number, length: number): string => `c${digest("hex", nth).toString("hex").slice(1, length)}`;
const drawn = (letters: string, nth: number, length: number): string =>
  [...digest(letters, nth)]
    .slice(0, length)
    .map((byte) => letters[byte % letters.length])
    .join("");
const LOWER = "abcdefghijklmnopqrstuvwxyz0123456789";
const MIXED = `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
/** Letters and digits by turns. */
const byTurns = (nth: number, length: number): string =>
  [...digest("turns", nth)]
    .slice(0, length)
    .map((byte, at) => (at % 2 === 0 ? LOWER[byte % 26] : String(byte % 10)))
    .join("");
const uuid = (nth: number): string => {
  const text = hex(nth, 32);
  return [text.slice(0, 8), text.slice(8, 12), `4${text.slice(13, 16)}`, `a${text.slice(17, 20)}`, text.slice(20)].join(
    "-",
  );
};

const ids: readonly Volatile[] = [
  ["a uuid", "CB303", (nth) => `Session id: ${uuid(nth)}`],
  ["a uuid in capitals", "CB303", (nth) => `Session: ${uuid(nth).toUpperCase()}`],
  ["a uuid behind a word", "CB303", (nth) => `Task agent-${uuid(nth)} is yours.`],
  ["a uuid in a path", "CB303", (nth) => `Scratch folder: /tmp/claude/${uuid(nth)}/scratchpad`],
  ["32 hexadecimal digits", "CB303", (nth) => `trace=${hex(nth, 32)}`],
  ["12 hexadecimal digits", "CB303", (nth) => `Log: /tmp/ses_${hex(nth, 12)}.log`],
  ["8 hexadecimal digits", "CB303", (nth) => `Run ${hex(nth, 8)} of the agent`],
  ["7 hexadecimal digits", "CB303", (nth) => `HEAD is at ${hex(nth, 7)} now`],
  ["a nano id", "CB303", (nth) => `Conversation ${drawn(`${MIXED}_-`, nth, 21)}`],
  ["a ULID", "CB303", (nth) => `Request 01${drawn("0123456789ABCDEFGHJKMNPQRSTVWXYZ", nth, 24)}`],
  ["a prefix and letters", "CB303", (nth) => `thread_${drawn(MIXED, nth, 24)}`],
  ["a short prefixed id", "CB303", (nth) => `Container: box-${drawn(LOWER, nth, 10)}`],
  ["a folder that mkdtemp drew", "CB303", (nth) => `Scratch: /tmp/tmp${byTurns(nth, 8)}`],
  ["a drawn folder of a setting", "CB303", (nth) => `TMPDIR=/var/folders/zz/T/agent-${byTurns(nth, 6)}`],
  ["22 letters of base64url", "CB303", (nth) => `token: ${digest("b64", nth).toString("base64url").slice(0, 22)}`],
];

const paths: readonly Volatile[] = [
  ["a path of a variable", "CB304", (nth) => `PWD=/srv/${["app", "api/v2", "docs", "tools/one/two"][nth % 4]}`],
  ["a path behind a colon", "CB304", (nth) => `cwd:${["~/app", "/srv/api", "/", "/srv/web/docs"][nth % 4]}`],
  [
    "an absolute path",
    "CB304",
    (nth) => `Working directory: /srv/${["app", "api/v2", "web site".replace(" ", "-"), "tools/one/two"][nth % 4]}`,
  ],
  ["a path of a user", "CB304", (nth) => `Home: /home/${["anna", "bo", "chris.m", "d-o"][nth % 4]}/work`],
  ["a relative path", "CB304", (nth) => `Open file: src/${["a.ts", "lib/b.ts", "lib/deep/c.tsx", "d.js"][nth % 4]}`],
  ["a Windows path", "CB304", (nth) => `cwd: C:\\work\\${["one", "two\\deep", "three", "four"][nth % 4]}`],
  ["a path in tags", "CB304", (nth) => `<cwd>/srv/${["a", "b/c", "d", "e/f/g"][nth % 4]}</cwd>`],
  ["an address", "CB304", (nth) => `Docs: https://docs.example/${["a", "b/c", "d", "e"][nth % 4]}.`],
  ["a path and the root", "CB304", (nth) => `cwd: ${["/", "/srv", "/srv/app", "~/app"][nth % 4]}`],
];

const AMOUNTS = [0, 1, 2, 9, 10, 99, 100, 999, 1000, 1001, 9999, 10_000, 123_456, 1_000_000];
const amount = (nth: number): number => AMOUNTS[nth % AMOUNTS.length] ?? 0;
const short = (value: number): string =>
  value < 1000 ? String(value) : value < 1e6 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1e6).toFixed(1)}M`;

const counters: readonly Volatile[] = [
  ["a percentage", "CB305", (nth) => `Memory is ${amount(nth) % 101}% full.`],
  ["a percentage with a fraction", "CB305", (nth) => `Context used: ${((amount(nth) % 1000) / 10).toFixed(nth % 2)}%`],
  ["a count with its plural", "CB305", (nth) => `You have ${amount(nth)} file${amount(nth) === 1 ? "" : "s"} open.`],
  [
    "a count with its verb",
    "CB305",
    (nth) => `There ${amount(nth) === 1 ? "is 1 task" : `are ${amount(nth)} tasks`} left.`,
  ],
  ["a count with commas", "CB305", (nth) => `Tokens left: ${amount(nth).toLocaleString("en")}`],
  ["a count with a unit", "CB305", (nth) => `Tokens: ${short(amount(nth))}`],
  [
    "a size",
    "CB305",
    (nth) => `Disk: ${amount(nth) < 1000 ? `${amount(nth)} KB` : `${(amount(nth) / 1000).toFixed(1)} MB`} used`,
  ],
  [
    "a duration",
    "CB305",
    (nth) =>
      `Elapsed: ${amount(nth) < 60 ? `${amount(nth)}s` : `${Math.floor(amount(nth) / 60)}m ${amount(nth) % 60}s`}`,
  ],
  ["one of several", "CB305", (nth) => `Turn ${(nth % 14) + 1} of 20`],
  ["a version", "CB305", (nth) => `Agent 0.${nth % 3}.${amount(nth)}`],
  ["a price", "CB305", (nth) => `Spent so far: $${(amount(nth) / 100).toFixed(2)}`],
  ["a score", "CB305", (nth) => `Load: ${nth}/${amount(nth)}`],
  ["a negative number", "CB305", (nth) => `Delta: ${nth % 2 === 0 ? "-" : ""}${amount(nth)}`],
];

export const volatiles: readonly Volatile[] = [...ids, ...paths, ...counters];
