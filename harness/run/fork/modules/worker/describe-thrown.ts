import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { firstFault } from "../../../../kernel/faults/first-fault.ts";

/** Frames that are shown. */
const SHOWN = 4;

/** Characters of a message that are shown: some carry a whole response. */
const LONGEST = 2_000;

/**
 * A thrown error in one line: the message, its cause if the error has one, and the places in the user's own files. Node's frames
 * and ours are left out. Of an error and one that followed when the block ended, the first comes first.
 */
export function describeThrown(thrown: unknown, folder: string): string {
  const first = firstFault(thrown);
  const text = describeOne(first, folder);
  if (first === thrown || !(thrown instanceof Error && "error" in thrown)) return text;
  return `${text}; then, when the block ended: ${describeOne(firstFault(thrown.error), folder)}`;
}

function describeOne(thrown: unknown, folder: string): string {
  if (!(thrown instanceof Error)) return `it threw ${shown(messageIn(thrown) ?? thrown)}, not an Error`;
  const said: unknown = thrown.message;
  // A module may set any message.
  const message = typeof said !== "string" ? shown(said) : said === "" ? thrown.name : cut(said);
  const cause = thrown.cause instanceof Error && thrown.cause.message !== "" ? ` (${cut(thrown.cause.message)})` : "";
  const frames = framesOf(thrown, folder);
  return `${message}${cause}${frames.length === 0 ? "" : `, at ${frames.join(", ")}`}`;
}

/** Places as `name file:line:column`, the innermost first, relative to `folder`. */
function framesOf({ stack }: Error, folder: string): readonly string[] {
  if (typeof stack !== "string") return [];
  const frames: string[] = [];
  for (const line of stack.split("\n")) {
    const [, name = "", place = ""] = FRAME.exec(line) ?? [];
    const [, url = "", position = ""] = PLACE.exec(place) ?? [];
    if (url === "" || isOurs(url)) continue;
    const path = relative(folder, url.startsWith("file:") ? fileURLToPath(url) : url)
      .split(sep)
      .join("/");
    frames.push(`${name === "" ? "" : `${name.replace(/^Module\./, "")} `}${path}${position}`);
  }
  return frames.slice(0, SHOWN);
}

/** `at name (place)` or `at place`. */
const FRAME = /^\s+at (?:(?:async )?(.+?) \()?([^()]+?)\)?$/;
const PLACE = /^(.+?)((?::\d+){1,2})$/;

/** Only files of the user's own: nothing of Node, nothing of this worker, no package. */
function isOurs(url: string): boolean {
  const isFile = url.startsWith("file:") || url.startsWith("/") || /^[A-Z]:\\/.test(url);
  return !isFile || url.startsWith(HERE) || url === import.meta.url || url.includes("/node_modules/");
}

/** The folder of the worker in a checkout; in the built package it is one file. */
const HERE = import.meta.url.endsWith("/describe-thrown.ts") ? new URL(".", import.meta.url).href : import.meta.url;

/** The message of an object that is thrown like an error. */
function messageIn(thrown: unknown): unknown {
  return typeof thrown === "object" && thrown !== null && "message" in thrown ? thrown.message : null;
}

function shown(value: unknown): string {
  try {
    if (typeof value !== "object" || value === null)
      return cut(typeof value === "string" ? JSON.stringify(value) : String(value));
    const text = JSON.stringify(value) ?? "";
    // As JSON many objects are empty: a Map, an instance without members of its own.
    return text === "{}" || text === "" ? `an object without members (${nameOfClass(value)})` : cut(text);
  } catch {
    return "a value without a text";
  }
}

function nameOfClass(value: object): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

function cut(message: string): string {
  return message.length <= LONGEST ? message : `${message.slice(0, LONGEST)}… (${message.length} characters)`;
}
