/** One way to write a moment. */
export type Spelling = readonly [name: string, write: (at: Date) => string];

const LOCALES = [
  "en-US",
  "en-GB",
  "de-DE",
  "fr-FR",
  "es-ES",
  "it-IT",
  "pt-BR",
  "nl-NL",
  "sv-SE",
  "pl-PL",
  "ru-RU",
  "ja-JP",
  "zh-CN",
  "ko-KR",
];

const STYLES: readonly (readonly [string, Intl.DateTimeFormatOptions])[] = [
  ["full date and time", { dateStyle: "full", timeStyle: "short" }],
  ["full date, full time", { dateStyle: "full", timeStyle: "full" }],
  ["long date and time", { dateStyle: "long", timeStyle: "medium" }],
  ["medium date and time", { dateStyle: "medium", timeStyle: "short" }],
  ["short date and time", { dateStyle: "short", timeStyle: "short" }],
  ["full date", { dateStyle: "full" }],
  ["long date", { dateStyle: "long" }],
  ["time with its zone", { timeStyle: "long" }],
  ["weekday, day and month", { weekday: "long", day: "numeric", month: "long" }],
  ["weekday and time", { weekday: "short", hour: "numeric", minute: "2-digit" }],
];

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");
const iso = (at: Date): string => at.toISOString();
const date = (at: Date, mark = "-"): string => iso(at).slice(0, 10).replaceAll("-", mark);
const time = (at: Date, mark = ":"): string => iso(at).slice(11, 19).replaceAll(":", mark);
const en =
  (options: Intl.DateTimeFormatOptions) =>
  (at: Date): string =>
    at.toLocaleString("en-US", { timeZone: "UTC", ...options });
const ordinal = (day: number): string =>
  `${day}${["th", "st", "nd", "rd"][day % 10 > 3 || (day > 10 && day < 14) ? 0 : day % 10]}`;
const hour12 = (at: Date): number => at.getUTCHours() % 12 || 12;
const meridiem = (at: Date): string => (at.getUTCHours() < 12 ? "am" : "pm");
const zoned =
  (zone: string, options: Intl.DateTimeFormatOptions) =>
  (at: Date): string =>
    at.toLocaleString("en-US", { timeZone: zone, ...options });

const written: readonly Spelling[] = [
  ["ISO", iso],
  ["ISO without milliseconds", (at) => `${date(at)}T${time(at)}Z`],
  ["ISO with an offset", (at) => `${date(at)}T${time(at)}+00:00`],
  ["ISO to the minute", (at) => `${date(at)} ${time(at).slice(0, 5)}`],
  ["ISO with microseconds", (at) => `${date(at)} ${time(at)}.${pad(at.getUTCMilliseconds() * 997, 6)}`],
  ["ISO date", (at) => date(at)],
  ["ISO basic", (at) => `${date(at, "")}T${time(at, "")}Z`],
  ["ISO week", (at) => `2026-W${pad(Math.floor(at.getTime() / 604_800_000) % 52)}-${((at.getUTCDay() + 6) % 7) + 1}`],
  ["stamp of a file", (at) => `${date(at)}_${time(at, "-")}`],
  ["compact stamp", (at) => `${date(at, "")}${time(at, "")}`],
  ["compact stamp, parted", (at) => `${date(at, "")}-${time(at, "")}`],
  ["slashes", (at) => `${date(at, "/")} ${time(at)}`],
  ["slashed day", (at) => `${pad(at.getUTCDate())}/${pad(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`],
  ["dotted day", (at) => `${at.getUTCDate()}.${at.getUTCMonth() + 1}.${at.getUTCFullYear()}`],
  ["RFC 2822", (at) => at.toUTCString()],
  [
    "RFC 850",
    (at) =>
      `${en({ weekday: "long" })(at)}, ${pad(at.getUTCDate())}-${en({ month: "short" })(at)}-${iso(at).slice(2, 4)} ${time(at)} GMT`,
  ],
  [
    "date(1)",
    (at) =>
      `${en({ weekday: "short" })(at)} ${en({ month: "short" })(at)} ${String(at.getUTCDate()).padStart(2)} ${time(at)} UTC ${at.getUTCFullYear()}`,
  ],
  [
    "asctime",
    (at) =>
      `${en({ weekday: "short" })(at)} ${en({ month: "short" })(at)} ${String(at.getUTCDate()).padStart(2)} ${time(at)} ${at.getUTCFullYear()}`,
  ],
  ["syslog", (at) => `${en({ month: "short" })(at)} ${String(at.getUTCDate()).padStart(2)} ${time(at)}`],
  [
    "access log",
    (at) => `${pad(at.getUTCDate())}/${en({ month: "short" })(at)}/${at.getUTCFullYear()}:${time(at)} +0000`,
  ],
  [
    "Date.toString",
    (at) =>
      `${en({ weekday: "short" })(at)} ${en({ month: "short" })(at)} ${pad(at.getUTCDate())} ${at.getUTCFullYear()} ${time(at)} GMT+0000 (Coordinated Universal Time)`,
  ],
  ["Go", (at) => `${date(at)} ${time(at)}.${pad(at.getUTCMilliseconds(), 3)} +0000 UTC`],
  ["epoch seconds", (at) => String(Math.floor(at.getTime() / 1000))],
  ["epoch milliseconds", (at) => String(at.getTime())],
  ["epoch, a fraction", (at) => (at.getTime() / 1000 + 0.001).toFixed(3)],
  ["epoch microseconds", (at) => `${at.getTime()}123`],
  ["epoch nanoseconds", (at) => `${at.getTime()}123456`],
  [
    "weekday, day, month, year, time and half",
    (at) =>
      `${en({ weekday: "long" })(at)}, ${at.getUTCDate()} ${en({ month: "long" })(at)} ${at.getUTCFullYear()} at ${hour12(at)}:${time(at).slice(3, 5)} ${meridiem(at)}`,
  ],
  [
    "the same with dots in the half",
    (at) =>
      `${en({ weekday: "long" })(at)}, ${en({ month: "long" })(at)} ${ordinal(at.getUTCDate())}, ${at.getUTCFullYear()}, ${hour12(at)}:${time(at).slice(3, 5)} ${meridiem(at) === "am" ? "a.m." : "p.m."}`,
  ],
  ["time with the half behind it", (at) => `${hour12(at)}:${time(at).slice(3, 5)}${meridiem(at).toUpperCase()}`],
  ["hour with the half behind it", (at) => `${date(at)}, ${hour12(at)}${meridiem(at)}`],
  ["hour and half", (at) => `${en({ weekday: "long" })(at)} ${hour12(at)} ${meridiem(at).toUpperCase()}`],
  [
    "day of the month",
    (at) => `the ${ordinal(at.getUTCDate())} of ${en({ month: "long" })(at)}, ${at.getUTCFullYear()}`,
  ],
  ["upper case", (at) => en({ dateStyle: "full" })(at).toUpperCase()],
  ["lower case", (at) => en({ dateStyle: "full", timeStyle: "short" })(at).toLowerCase()],
  ["weekday alone", en({ weekday: "long" })],
  ["month and year", en({ month: "long", year: "numeric" })],
  [
    "part of the day",
    (at) =>
      `${en({ weekday: "long" })(at)} ${["night", "morning", "afternoon", "evening"][Math.floor(at.getUTCHours() / 6)]}`,
  ],
  ["a zone with an offset", (at) => `${date(at)} ${time(at)} UTC+${(at.getUTCMonth() % 2) + 1}`],
  ["a zone that changes its name", zoned("Europe/Berlin", { dateStyle: "long", timeStyle: "long" })],
  ["a zone in words", zoned("America/New_York", { dateStyle: "medium", timeStyle: "full" })],
  [
    "a zone of the data base",
    (at) => `${date(at)} ${time(at)} (${at.getUTCDate() % 2 === 0 ? "Europe/Berlin" : "America/New_York"})`,
  ],
];

/** A moment as the time that has passed since another. */
const START = Date.UTC(2026, 10, 20, 21, 0, 0);
const since = (at: Date): number => Math.round((at.getTime() - START) / 1000);
const units: readonly (readonly [string, number])[] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;
const largest = (seconds: number): readonly [string, number] =>
  units.find(([, size]) => seconds >= size) ?? ["second", 1];

const relative: readonly Spelling[] = [
  [
    "ago",
    (at) => {
      const [unit, size] = largest(since(at));
      return `${counted(Math.floor(since(at) / size), unit)} ago`;
    },
  ],
  [
    "ago, in two units",
    (at) => {
      const [unit, size] = largest(since(at));
      const rest = Math.floor((since(at) % size) / 60);
      return `${counted(Math.floor(since(at) / size), unit)}${rest > 0 ? ` and ${counted(rest, "minute")}` : ""} ago`;
    },
  ],
  [
    "ago, about",
    (at) => {
      const [unit, size] = largest(since(at));
      const count = Math.floor(since(at) / size);
      return unit === "second" ? "less than a minute ago" : `about ${counted(count, unit)} ago`;
    },
  ],
  [
    "ago, with an article",
    (at) => {
      const [unit, size] = largest(since(at));
      const count = Math.floor(since(at) / size);
      return count === 1 ? `${unit === "hour" ? "an" : "a"} ${unit} ago` : `${counted(count, unit)} ago`;
    },
  ],
  [
    "ago, short",
    (at) => {
      const [unit, size] = largest(since(at));
      return `${Math.floor(since(at) / size)}${unit.charAt(0)} ago`;
    },
  ],
  ["just now", (at) => (since(at) < 600 ? "just now" : `${counted(Math.floor(since(at) / 60), "minute")} ago`)],
  [
    "yesterday",
    (at) =>
      since(at) < 7200
        ? "today"
        : since(at) < 86_400
          ? "yesterday"
          : `${counted(Math.floor(since(at) / 86_400), "day")} ago`,
  ],
];

export const clockSpellings: readonly Spelling[] = [
  ...written,
  ...relative,
  ...LOCALES.flatMap((locale) =>
    STYLES.map(([name, style]): Spelling => [
      `${locale}, ${name}`,
      (at) => at.toLocaleString(locale, { timeZone: "UTC", ...style }),
    ]),
  ),
];

/** Moments of one session: a tick, a minute, an hour, midnight, noon, another month, another year, summer. */
export const moments: readonly Date[] = [
  0,
  7,
  72,
  3700,
  3 * 3600,
  16 * 3600,
  40 * 3600,
  11 * 86_400,
  46 * 86_400,
  200 * 86_400,
].map((seconds) => new Date(START + 333_000 + seconds * 1000));
