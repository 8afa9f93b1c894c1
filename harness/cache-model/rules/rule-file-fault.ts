import { isJsonObject } from "../../kernel/json.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { nearestWord } from "../../kernel/text/nearest-word.ts";

/** `file:line:column` of the key that a path of names leads to, and the path. */
export type LocateKey = (...path: readonly string[]) => string;

/** Rules whose value is one of few words, or a list of such. */
const BLOCKS = ["tool", "text", "tool-use", "tool-result", "thinking", "media", "other"];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  readableFrom: ["first-byte", "end"],
  renewedFor: ["own", "asked"],
  surplusBreakpoints: ["refused", "oldest-dropped"],
  repeat: ["rounded", "all", "all-but-one"],
  runsShareAPosition: BLOCKS,
  unmarkable: BLOCKS,
  ignoredBreakpoints: ["tools", "system", "messages"],
};

/** Rules whose members are lifetimes, by what a request calls them. */
const NAMED: ReadonlySet<string> = new Set(["ttlMs", "namedTtlMs", "mayLiveMs"]);

/** As requests write one. */
const LIFETIME = /^[1-9]\d*[smhd]$/;

/** Counts for which 0 is invalid: a breakpoint is its own first position, and without breakpoints nothing is cached. */
const AT_LEAST_ONE: ReadonlySet<string> = new Set(["stepTokens", "unitTokens", "lookbackPositions", "maxBreakpoints"]);

/** A value of the shape of `model`, a rule's value today. */
export function checkShape(name: string, model: unknown, value: unknown, at: LocateKey): void {
  const words = WORDS[name];
  if (typeof model === "number") return checkNumber(name, value, at(name));
  if (Array.isArray(model)) return checkList(name, value, words, at);
  if (words !== undefined) return checkWord(value, words, at(name));
  if (isJsonObject(model)) return checkMembers(name, model, value, at);
  // A rule that is off today is a text where it is on.
  const isText = model === null || typeof model === "string";
  if (isText ? value === null || typeof value === "string" : typeof value === typeof model) return;
  const fix = isText ? `write it as "…"${model === null ? " or null" : ""}` : `write it as ${JSON.stringify(model)}`;
  throw ruleFault(at(name), `is not a ${isText ? "string" : typeof model}`, fix);
}

function checkList(name: string, value: unknown, words: readonly string[] | undefined, at: LocateKey): void {
  const each: readonly unknown[] = Array.isArray(value) ? value : [];
  if (!Array.isArray(value) || each.some((one) => typeof one !== "string" || one === "")) {
    throw ruleFault(at(name), "is not a list of strings", "write a list");
  }
  if (words !== undefined) for (const one of each) checkWord(one, words, at(name));
}

function checkWord(value: unknown, words: readonly string[], where: string): void {
  if (typeof value === "string" && words.includes(value)) return;
  throw ruleFault(where, `is ${JSON.stringify(value)}`, `say ${words.join(" or ")}`);
}

function checkMembers(name: string, model: Readonly<Record<string, unknown>>, value: unknown, at: LocateKey): void {
  if (!isJsonObject(value))
    throw ruleFault(at(name), "is not an object", `write ${JSON.stringify(model)} with other numbers`);
  if (Object.keys(value).length === 0) throw ruleFault(at(name), "is empty: it changes nothing", "name what differs");
  for (const [member, each] of Object.entries(value)) {
    const isNamed = NAMED.has(name);
    // Another lifetime may be new; of other numbers each has its own name.
    if (!Object.hasOwn(model, member) && !(isNamed && LIFETIME.test(member))) {
      throw unknownName(at(name, member), isNamed ? "lifetime" : "member", member, Object.keys(model));
    }
    checkNumber(NAMED.has(name) ? name : member, each, at(name, member));
  }
}

/** Tokens, milliseconds and counts are whole; a share is a part of 1. Beyond any provider's numbers a slip is likelier than a rule. */
export function checkNumber(name: string, value: unknown, where: string): void {
  // A number too large to hold is read as infinite, which JSON would write as null.
  const told = typeof value === "number" ? String(value) : JSON.stringify(value);
  if (name === "share") {
    if (typeof value === "number" && value > 0 && value <= 1) return;
    throw ruleFault(where, `share is ${told}`, "write a part of 1 above 0");
  }
  const { least, most, of } = boundsOf(name);
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return;
  const isTooMuch = typeof value === "number" && value > most;
  throw ruleFault(
    where,
    `${name} is ${told}`,
    isTooMuch ? `write at most ${most} ${of}` : `write a number of ${least} or more, without a fraction, in ${of}`,
  );
}

function boundsOf(name: string): { readonly least: number; readonly most: number; readonly of: string } {
  // An entry that lives for no time is never read.
  if (NAMED.has(name)) return { least: 1, most: 366 * 86_400_000, of: "milliseconds" };
  if (name === "delayMs") return { least: 0, most: 86_400_000, of: "milliseconds" };
  // Prefixes are counted in steps, too: a step of nothing divides by zero.
  const least = AT_LEAST_ONE.has(name) ? 1 : 0;
  if (name.endsWith("Tokens")) return { least, most: 10_000_000, of: "tokens" };
  return { least, most: 10_000, of: "marks, blocks or messages" };
}

export function unknownName(where: string, kind: string, name: string, known: readonly string[]): HarnessError {
  const nearest = nearestWord(name, known);
  return ruleFault(
    where,
    `unknown ${kind} "${name}"`,
    nearest === null ? `there are: ${known.join(", ")}` : `did you mean "${nearest}"?`,
  );
}

export function ruleFault(where: string, what: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX517", what: `the rule file: ${what}`, where, fix, exit: 2 });
}
