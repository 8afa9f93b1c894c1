import { isRecord, type JsonRecord } from "../cache-model/is-record.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import type { Reply, Script, ScriptedBlock, ScriptedMessage, Step } from "./script.ts";

/**
 * Checks a script as YAML or JSON gave it: a list of steps for the fork, or lists by lane, as scenarios spell them. Beside
 * that a step may be held at a gate by its name, and anywhere in its answer.
 *
 * @throws HarnessError HX141 with the place in the script
 */
export function parseScript(value: unknown): Script {
  const waits = new Map<string, number>();
  if (Array.isArray(value)) return { lanes: new Map([["fork", parseSteps(value, "script", waits)]]), waits };
  if (!isRecord(value)) throw malformed("script", "is neither a list of steps nor a mapping of lanes to such lists");
  const lanes = Object.entries(value).map(([lane, steps]) => {
    if (!/^(?:parent|fork(?:\[(?:[2-9]|[1-9]\d+)\])?)$/.test(lane)) {
      throw malformed(`script.${lane}`, "is no lane", "Name lanes parent, fork, fork[2], fork[3] and so on.");
    }
    return [lane, parseSteps(steps, `script.${lane}`, waits)] as const;
  });
  return { lanes: new Map(lanes), waits };
}

function parseSteps(value: unknown, where: string, waits: Map<string, number>): readonly Step[] {
  if (!Array.isArray(value)) throw malformed(where, "is no list of steps");
  return value.map((step, index) => parseStep(step, `${where}[${index}]`, waits));
}

const WORDS = ["text", "thinking", "call", "calls", "length", "refusal", "error", "wait", "cut"];

function parseStep(value: unknown, where: string, waits: Map<string, number>): Step {
  if (!isRecord(value)) throw malformed(where, "is no mapping", `Write a step as one of: ${WORDS.join(", ")}.`);
  const unknown = Object.keys(value).find((word) => !WORDS.includes(word));
  if (unknown !== undefined) throw malformed(`${where}.${unknown}`, "is no part of a step", `Use ${WORDS.join(", ")}.`);
  return {
    reply: value["error"] === undefined ? parseMessage(value, where) : parseError(value, where),
    hold: parseHold(value["wait"], `${where}.wait`, waits),
    cutAfterEvents: value["cut"] === undefined ? null : parseCut(value["cut"], `${where}.cut`),
  };
}

function parseMessage(step: JsonRecord, where: string): ScriptedMessage {
  const ends = ["length", "refusal"].filter((word) => step[word] !== undefined);
  const calls = [
    ...(Array.isArray(step["call"])
      ? parseCallList(step["call"], `${where}.call`)
      : parseCalls(step["call"] ?? {}, `${where}.call`)),
    ...parseCallList(step["calls"] ?? [], `${where}.calls`),
  ];
  if (ends.length + (calls.length > 0 ? 1 : 0) > 1) {
    throw malformed(where, `ends in more than one way: ${[...ends, ...(calls.length > 0 ? ["call"] : [])].join(", ")}`);
  }
  const [end] = ends;
  const content: ScriptedBlock[] = [
    ...blocks("thinking", step["thinking"], `${where}.thinking`),
    ...blocks("text", step["text"], `${where}.text`),
    ...blocks("text", end === undefined || step[end] === true ? undefined : step[end], `${where}.${end}`),
    ...calls,
  ];
  if (content.length === 0 && end === undefined && step["cut"] === undefined) {
    throw malformed(where, "answers nothing", "Give it text, thinking, call, calls, length, refusal or error.");
  }
  if (end === "length") return { kind: "message", content, stopReason: "max_tokens" };
  if (end === "refusal") return { kind: "message", content, stopReason: "refusal" };
  return { kind: "message", content, stopReason: calls.length > 0 ? "tool_use" : "end_turn" };
}

function blocks(type: "text" | "thinking", value: unknown, where: string): readonly ScriptedBlock[] {
  if (value === undefined) return [];
  if (typeof value !== "string" || value === "") throw malformed(where, "is no text");
  return [{ type, text: value }];
}

function parseCallList(value: unknown, where: string): readonly ScriptedBlock[] {
  return list(value, where).flatMap((calls, index) => parseCalls(calls, `${where}[${index}]`));
}

/** `{ Tool: input }`; several members are several calls, in their order. */
function parseCalls(value: unknown, where: string): readonly ScriptedBlock[] {
  if (!isRecord(value)) throw malformed(where, "is no mapping of a tool to its input");
  return Object.entries(value).map(([tool, input]) => {
    if (!isRecord(input ?? {})) throw malformed(`${where}.${tool}`, "is no tool input: inputs are mappings");
    return { type: "call", tool, input: input ?? {} };
  });
}

function parseError(step: JsonRecord, where: string): Reply {
  const stray = Object.keys(step).find((word) => word !== "error" && word !== "wait");
  if (stray !== undefined) throw malformed(`${where}.${stray}`, "stands beside error, which is the whole answer");
  const error = typeof step["error"] === "number" ? { status: step["error"] } : step["error"];
  const status = isRecord(error) ? error["status"] : undefined;
  if (!isRecord(error) || typeof status !== "number" || !Number.isInteger(status) || status < 400 || status > 599) {
    throw malformed(`${where}.error.status`, "is no HTTP status from 400 to 599", "Write error: 529.");
  }
  const retryAfter = parseRetryAfter(error["retryAfter"], `${where}.error.retryAfter`);
  return {
    kind: "error",
    status,
    type: typeof error["type"] === "string" ? error["type"] : null,
    message: typeof error["message"] === "string" ? error["message"] : null,
    retryAfter,
  };
}

/** Seconds, as a number or as a duration. */
function parseRetryAfter(value: unknown, where: string): number | null {
  if (value === undefined || value === null) return null;
  const ms = durationMs(value);
  if (ms !== null) return ms / 1_000;
  if (isCount(value)) return value;
  throw malformed(where, "is no number of seconds", "Write retryAfter: 7s.");
}

function parseHold(value: unknown, where: string, waits: Map<string, number>): Step["hold"] {
  if (value === undefined) return null;
  const waitMs = durationMs(value);
  if (waitMs !== null) {
    waits.set(where, waitMs);
    return { gate: where, afterEvents: 0 };
  }
  if (typeof value === "string" && value !== "") return { gate: value, afterEvents: 0 };
  const gate = isRecord(value) ? value["gate"] : undefined;
  const afterEvents = isRecord(value) ? (value["afterEvents"] ?? 0) : undefined;
  if (typeof gate === "string" && gate !== "" && isCount(afterEvents)) return { gate, afterEvents };
  throw malformed(where, "is no time and names no gate", "Write wait: 10s, or wait: { gate: NAME, afterEvents: 3 }.");
}

function parseCut(value: unknown, where: string): number {
  const afterEvents = isRecord(value) ? value["afterEvents"] : value;
  if (isCount(afterEvents)) return afterEvents;
  throw malformed(where, "does not say after how many events to cut", "Write cut: 3.");
}

/** `30s` in milliseconds; null for what is no duration. */
function durationMs(value: unknown): number | null {
  const [, amount, unit] = typeof value === "string" ? (/^(\d+)(ms|s|m|h)$/.exec(value) ?? []) : [];
  return unit === undefined ? null : Number(amount) * (UNITS_MS[unit] ?? Number.NaN);
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function list(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw malformed(where, "is no list");
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function malformed(where: string, what: string, mend: string = "See the script section of a scenario."): HarnessError {
  return new HarnessError({ code: "HX141", what: `${where} ${what}`, where, mend, exit: 2 });
}
