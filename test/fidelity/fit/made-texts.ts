/** A whole number from 0, less than `below`. */
type Random = (below: number) => number;

/**
 * A text of a kind that tool results and logs are full of and no checkout holds enough of: what a piece costs in it decides the
 * estimate of a prompt of ids. The same seed makes the same text.
 */
export function madeText(kind: MadeKind, seed: number, lines = 60): string {
  return makers[kind](randomFrom(seed), lines);
}

export type MadeKind = (typeof madeKinds)[number];

export const madeKinds = [
  "hex",
  "capital hex",
  "hex dump",
  "uuid",
  "uuid in JSON",
  "base64",
  "base64url",
  "ids",
  "integers",
  "decimals",
  "columns",
  "table",
  "csv",
  "log",
  "access log",
  "JSON lines",
  "urls",
  "paths",
  "emoji",
  "box",
  "one sentence",
] as const;

const makers: Readonly<Record<MadeKind, (random: Random, lines: number) => string>> = {
  hex: (random, lines) => rows(lines, () => hex(random, pick(random, [8, 16, 32, 40, 64]))),
  "capital hex": (random, lines) => rows(lines, () => hex(random, 32).toUpperCase()),
  "hex dump": (random, lines) => rows(lines, (at) => `${hex(random, 8)}${at}: ${joined(8, " ", () => hex(random, 4))}`),
  uuid: (random, lines) => rows(lines, () => uuid(random)),
  "uuid in JSON": (random, lines) => JSON.stringify(Array.from({ length: lines }, () => uuid(random))),
  base64: (random, lines) => rows(lines, () => bytes(random, 54).toString("base64")),
  base64url: (random, lines) => rows(lines, () => bytes(random, 30).toString("base64url")),
  ids: (random, lines) => rows(lines, () => pick(random, ["toolu_01", "call_", "req_", "sk-"]) + letters(random, 24)),
  integers: (random, lines) => JSON.stringify(Array.from({ length: lines * 4 }, () => random(10 ** (1 + random(9))))),
  decimals: (random, lines) => rows(lines, () => joined(6, ", ", () => (random(1e6) / 1e3).toFixed(2))),
  columns: (random, lines) => rows(lines, () => joined(8, "", () => String(random(1e4)).padStart(7))),
  table: (random, lines) => rows(lines, (at) => `| ${at} | ${word(random)} | ${random(1e5)} | 0.${random(1e4)} |`),
  csv: (random, lines) =>
    rows(
      lines,
      (at) => `${at},${word(random)}@example.com,${random(1e3)}.${random(100)},${date(random)},${word(random)}`,
    ),
  log: (random, lines) =>
    rows(lines, () => {
      const level = pick(random, ["INFO", "WARN", "ERROR"]);
      const said = `${word(random)} ${word(random)} id=${hex(random, 16)} status=${200 + random(304)}`;
      return `${date(random)}T${time(random)}.${random(1e3)}Z ${level} [${word(random)}] ${said} ip=${ip(random)}`;
    }),
  "access log": (random, lines) =>
    rows(lines, () => {
      const path = `/api/${word(random)}/${random(1e5)}`;
      return `${ip(random)} - - [${time(random)} +0000] "GET ${path} HTTP/1.1" 200 ${random(1e5)}`;
    }),
  "JSON lines": (random, lines) =>
    rows(lines, (index) => {
      const at = `${date(random)}T${time(random)}Z`;
      return JSON.stringify({ id: uuid(random), index, at, tags: [word(random)], ok: index % 2 > 0 });
    }),
  urls: (random, lines) =>
    rows(lines, () => {
      const path = `${word(random)}/${letters(random, 10)}?ref=${hex(random, 6)}`;
      return `https://${word(random)}.example.com/${path}`;
    }),
  paths: (random, lines) =>
    rows(lines, () => {
      const folders = joined(2 + random(4), "/", () => pick(random, random(3) > 0 ? FOLDERS : WORDS));
      return `${pick(random, ["/srv/", "src/", "./"])}${folders}/${word(random)}-${word(random)}.${pick(random, ENDINGS)}`;
    }),
  emoji: (random, lines) => rows(lines, () => joined(10, "", () => pick(random, EMOJI))),
  box: (random, lines) => rows(lines, () => `│ ${word(random).padEnd(20)} │ ${"─".repeat(5 + random(20))}┤`),
  "one sentence": (random, lines) => `${joined(9, " ", () => word(random))}. `.repeat(lines),
};

/** As projects name them. */
const FOLDERS = (
  "src lib test tests docs bin config scripts utils core api server client app components pages hooks services models " +
  "packages node_modules dist build vendor internal cmd pkg include static assets public fixtures examples tools data"
).split(" ");

const EMOJI = "😀 😂 🥰 👍 🔥 🎉 ✨ 💡 🚀 ✅ ❌ 📦 🐛 🔧 📝 🎯 💻 🤖 🌍".split(" ");

const ENDINGS = ["ts", "py", "json", "md", "go", "log"] as const;

const WORDS = (
  "archive boat bridge captain cedar cellar clock coast copper crossing customs deck delta desk diary dispatch dock engine " +
  "errand ferry fence field gate ginger glass grain harbor hatch hill hinge island journey junction kettle keeper ladder " +
  "lantern ledger letter limestone lock map market meadow meter mill mirror monitor mooring note number oar office orchard " +
  "parcel path pier pilot pump quay rail receipt record reed river road rope sail schedule screw session shed shelf signal " +
  "silver sluice snow spruce station stone storm supply table thread ticket tide timber tower track trade tunnel valley " +
  "village voyage wagon wall watch water weather wheel willow window winter wire"
).split(" ");

/** Linear, and enough for texts. */
function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function rows(lines: number, lineOf: (at: number) => string): string {
  return Array.from({ length: lines }, (_, at) => lineOf(at)).join("\n");
}

function joined(count: number, between: string, make: () => string): string {
  return Array.from({ length: count }, make).join(between);
}

function pick<T>(random: Random, from: readonly [T, ...T[]] | readonly T[]): T {
  const found = from[random(from.length)];
  if (found === undefined) throw new RangeError("nothing to pick from");
  return found;
}

function hex(random: Random, length: number): string {
  return joined(length, "", () => random(16).toString(16));
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => hex(random, length)).join("-");
}

function bytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random(256)));
}

function letters(random: Random, length: number): string {
  return bytes(random, length).toString("base64url").replaceAll(/[-_]/g, "x").slice(0, length);
}

function word(random: Random): string {
  return pick(random, WORDS);
}

function date(random: Random): string {
  return `2025-${two(1 + random(12))}-${two(1 + random(28))}`;
}

function time(random: Random): string {
  return `${two(random(24))}:${two(random(60))}:${two(random(60))}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function ip(random: Random): string {
  return joined(4, ".", () => String(random(256)));
}
