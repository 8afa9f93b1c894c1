import { once } from "../../kernel/memo/once.ts";

/** Languages in which prompts write dates; English stands first. Those that write dates in ideographs need no names. */
const LANGUAGES: readonly string[] = "en de fr es it pt nl sv da nb fi pl cs ru uk tr hu ro".split(" ");

/** Names of months and weekdays, long and short, in lower case and without a full stop. */
const names: () => ReadonlySet<string> = once(() => new Set(LANGUAGES.flatMap(namesIn)));

function namesIn(language: string): readonly string[] {
  const parts = (options: Intl.DateTimeFormatOptions, days: number): readonly string[] => {
    const format = new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options });
    const dates = Array.from({ length: days === 1 ? 7 : 12 }, (_, at) => Date.UTC(2026, days === 1 ? 0 : at, 4 + at));
    return dates
      .flatMap((date) => format.formatToParts(date))
      .flatMap(({ type, value }) => (type === "month" || type === "weekday" ? [value] : []));
  };
  const found = (["long", "short"] as const).flatMap((style) => [
    ...parts({ month: style, day: "numeric" }, 30),
    ...parts({ month: style }, 30),
    ...parts({ weekday: style }, 1),
  ]);
  return found.map(plain).filter((name) => /\p{L}{2}/u.test(name));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** Shorter names are words of sentences too: these count only next to a number or another name. */
const SHORTEST = 5;
const ALSO_WORDS: readonly string[] = ["march"];

/**
 * Whether a word names a month or a weekday: `sure` by itself, `maybe` only as a part of a date. English names are written with a
 * capital.
 */
export function calendarName(word: string): "sure" | "maybe" | null {
  const name = plain(word);
  if (!names().has(name) && name !== "sept") return null;
  const isEnglish = ENGLISH.test(word);
  return isEnglish || (name.length >= SHORTEST && !ALSO_WORDS.includes(name)) ? "sure" : "maybe";
}

const ENGLISH =
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|March|Mon|Tue|Tues|Wed|Thu|Thurs|Fri|Sat|Sun|MAY|MARCH)\.?$/;
