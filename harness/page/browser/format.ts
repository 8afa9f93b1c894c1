import { usdText } from "../usd-text.ts";

/** Money in the words of the terminal; `?` for unknown, which is not zero. */
export function usd(value: number | null, about = false): string {
  if (value === null) return "?";
  const text = usdText(value);
  return about && /^-?\$(?!0$)/.test(text) ? `~${text}` : text;
}

export function percent(share: number | null): string {
  if (share === null) return "?";
  const value = share * 100;
  // Less than all must not look like all, nor less than half like half.
  const isRaised = [50, 100].some((edge) => value < edge && Math.round(value) === edge);
  return `${value > 0 && value < 1 ? "<1" : isRaised ? Math.floor(value) : Math.round(value)} %`;
}

const COUNT = new Intl.NumberFormat("en-US");

export function count(value: number): string {
  return COUNT.format(value);
}

/** `1 request`, `2 requests`. */
export function pluralize(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** 24,310 as `24k`. */
export function short(value: number): string {
  if (value < 1_000) return String(Math.round(value));
  if (value < 1_000_000) return `${(value / 1_000).toFixed(value < 10_000 ? 1 : 0).replace(/\.0$/, "")}k`;
  return `${(value / 1_000_000).toFixed(value < 10_000_000 ? 1 : 0).replace(/\.0$/, "")}M`;
}

/** UTC, as recordings say it: two readers of one page see one time. */
export function dateTime(ms: number | null): string {
  return ms === null ? "no time recorded" : `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** With the day: a log may span several. */
export function dayAndTime(ms: number): string {
  return new Date(ms).toISOString().slice(5, 19).replace("T", " ");
}

export function duration(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  return minutes < 48 * 60 ? `${(minutes / 60).toFixed(1)} h` : `${Math.round(minutes / 1_440)} days`;
}
