import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import { rightCall, scriptedWord } from "../../kernel/text/scripted-words.ts";
import type { Reply, ScriptedBlock, ScriptedMessage, Step } from "./script.ts";
import { element, malformed, member, type ScriptMistake, type ScriptPlace } from "./script-place.ts";

const WORDS = ["text", "thinking", "call", "calls", "length", "refusal", "error", "wait", "cut"];

/** Reads one answer of a lane; `waits` gets the gates that open by themselves. */
export function parseStep(value: unknown, place: ScriptPlace, waits: Map<string, number>): Step {
  if (!isJsonObject(value)) {
    const said = typeof value === "string" ? `Write { text: ${JSON.stringify(value)} }. ` : "";
    throw malformed(place, "is not a mapping", `${said}Write a step as one of: ${WORDS.join(", ")}.`);
  }
  const unknown = Object.keys(value).find((word) => !WORDS.includes(word));
  if (unknown !== undefined) throw unknownMember(unknown, value, place);
  return {
    reply: value["error"] === undefined ? parseMessage(value, place) : parseError(value, place),
    hold: parseHold(value["wait"], member(place, "wait"), waits),
    cutAfterEvents: value["cut"] === undefined ? null : parseCut(value["cut"], member(place, "cut")),
  };
}

function unknownMember(word: string, step: JsonObject, place: ScriptPlace): ScriptMistake {
  const near = scriptedWord(word, WORDS);
  const call = near === "call" ? rightCall(Array.isArray(step[word]) ? step[word][0] : step[word]) : null;
  const mean = near === null ? "" : `Did you mean \`${near}\`${call === null ? "" : `, as in call: ${call}`}? `;
  return malformed(member(place, word), "is not a member of a step", `${mean}Use ${WORDS.join(", ")}.`, "key");
}

function parseMessage(step: JsonObject, place: ScriptPlace): ScriptedMessage {
  const ends = ["length", "refusal"].filter((word) => step[word] !== undefined);
  const calls = [
    ...(Array.isArray(step["call"])
      ? parseCallList(step["call"], member(place, "call"))
      : parseCalls(step["call"] ?? {}, member(place, "call"))),
    ...parseCallList(step["calls"] ?? [], member(place, "calls")),
  ];
  if (ends.length + (calls.length > 0 ? 1 : 0) > 1) {
    throw malformed(
      place,
      `ends in more than one way: ${[...ends, ...(calls.length > 0 ? ["call"] : [])].join(", ")}`,
      "Keep one of them.",
    );
  }
  const [end] = ends;
  const content: ScriptedBlock[] = [
    ...blocks("thinking", step["thinking"], member(place, "thinking")),
    ...blocks("text", step["text"], member(place, "text")),
    ...blocks("text", end === undefined || step[end] === true ? undefined : step[end], member(place, end ?? "")),
    ...calls,
  ];
  if (content.length === 0 && end === undefined && step["cut"] === undefined) {
    throw malformed(place, "answers nothing", "Give it text, thinking, call, calls, length, refusal or error.");
  }
  if (end === "length") return { kind: "message", content, stopReason: "max_tokens" };
  if (end === "refusal") return { kind: "message", content, stopReason: "refusal" };
  return { kind: "message", content, stopReason: calls.length > 0 ? "tool_use" : "end_turn" };
}

function blocks(type: "text" | "thinking", value: unknown, place: ScriptPlace): readonly ScriptedBlock[] {
  if (value === undefined) return [];
  if (typeof value !== "string" || value === "")
    throw malformed(place, "is not a non-empty string", `Write ${type}: Done.`);
  return [{ type, text: value }];
}

function parseCallList(value: unknown, place: ScriptPlace): readonly ScriptedBlock[] {
  return list(value, place).flatMap((calls, index) => parseCalls(calls, element(place, index)));
}

/** `{ Tool: input }`; several members are several calls, in their order. */
function parseCalls(value: unknown, place: ScriptPlace): readonly ScriptedBlock[] {
  if (!isJsonObject(value)) throw malformed(place, "is not a mapping of a tool to its input", asCall(value));
  return Object.entries(value).map(([tool, input]) => {
    if (!isJsonObject(input ?? {}))
      throw malformed(member(place, tool), "is not a tool input: inputs are mappings", asCall(value));
    return { type: "call", tool, input: input ?? {} };
  });
}

function asCall(written: unknown): string {
  const right = rightCall(written) ?? "{ read_note: { page: 1 } }";
  return `Write the tool's name as the key and its input as the value: call: ${right}.`;
}

function parseError(step: JsonObject, place: ScriptPlace): Reply {
  const stray = Object.keys(step).find((word) => word !== "error" && word !== "wait");
  if (stray !== undefined)
    throw malformed(member(place, stray), "has no effect with error, which is the whole answer", "Remove it.");
  const error = typeof step["error"] === "number" ? { status: step["error"] } : step["error"];
  const status = isJsonObject(error) ? error["status"] : undefined;
  if (!isJsonObject(error) || typeof status !== "number" || !Number.isInteger(status) || status < 400 || status > 599) {
    throw malformed(
      member(member(place, "error"), "status"),
      "is not an HTTP status from 400 to 599",
      "Write error: 529.",
    );
  }
  const retryAfter = parseRetryAfter(error["retryAfter"], member(member(place, "error"), "retryAfter"));
  return {
    kind: "error",
    status,
    type: typeof error["type"] === "string" ? error["type"] : null,
    message: typeof error["message"] === "string" ? error["message"] : null,
    retryAfter,
  };
}

/** Seconds, as a number or as a duration. */
function parseRetryAfter(value: unknown, place: ScriptPlace): number | null {
  if (value === undefined || value === null) return null;
  const ms = durationMs(value);
  if (ms !== null) return ms / 1_000;
  if (isCount(value)) return value;
  throw malformed(place, "is not a number of seconds", "Write retryAfter: 7s.");
}

function parseHold(value: unknown, place: ScriptPlace, waits: Map<string, number>): Step["hold"] {
  if (value === undefined) return null;
  const waitMs = durationMs(value);
  if (waitMs !== null) {
    waits.set(place.name, waitMs);
    return { gate: place.name, afterEvents: 0 };
  }
  if (typeof value === "string" && value !== "") return { gate: value, afterEvents: 0 };
  const gate = isJsonObject(value) ? value["gate"] : undefined;
  const afterEvents = isJsonObject(value) ? (value["afterEvents"] ?? 0) : undefined;
  if (typeof gate === "string" && gate !== "" && isCount(afterEvents)) return { gate, afterEvents };
  throw malformed(
    place,
    "is not a time, and names no gate",
    "Write wait: 10s, or wait: { gate: NAME, afterEvents: 3 }.",
  );
}

function parseCut(value: unknown, place: ScriptPlace): number {
  const afterEvents = isJsonObject(value) ? value["afterEvents"] : value;
  if (isCount(afterEvents)) return afterEvents;
  throw malformed(place, "does not say after how many events to cut", "Write cut: 3.");
}

/** `30s` in milliseconds; null for an invalid duration. */
function durationMs(value: unknown): number | null {
  const [, amount, unit] = typeof value === "string" ? (/^(\d+)(ms|s|m|h)$/.exec(value) ?? []) : [];
  return unit === undefined ? null : Number(amount) * (UNITS_MS[unit] ?? Number.NaN);
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function list(value: unknown, place: ScriptPlace): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw malformed(place, "is not a list", "Write calls: [{ read_note: { page: 1 } }].");
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
