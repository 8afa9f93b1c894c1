import { closeSync, openSync, writeSync } from "node:fs";
import { makePair, textTurn } from "./make-pair.ts";

/** What a log is to hold: about so many bytes, of conversations that take turns, each begun anew when its body has `mostBytes`. */
export type LogShape = {
  readonly bytes: number;
  readonly conversations: number;
  readonly mostBytes: number;
  /** Has each system prompt begin with the time: every request breaks, and the cache serves nothing. */
  readonly isBroken?: boolean;
};

/** How much was written. */
export type WrittenLog = { readonly bytes: number; readonly requests: number };

/**
 * The log of a gateway as JSON Lines, written as it is made: agents at work at one time, each of whose requests says again what the one before
 * said, with a turn more and the breakpoint on its last message. Its counters are those of a cache that serves all of it.
 */
export function writeLog(path: string, { bytes, conversations, mostBytes, isBroken }: LogShape): WrittenLog {
  const file = openSync(path, "w");
  try {
    const open = Array.from({ length: conversations }, (_, number) => begun(number));
    let [written, requests, begins] = [0, 0, conversations];
    for (let order = 1; written < bytes; requests += 1) {
      // A fixed sequence instead of a plain round: the next one is mostly another conversation.
      order = (order * 48_271) % 2_147_483_647;
      const at = order % conversations;
      const known = open[at] ?? begun(at);
      const agent = known.bytes < mostBytes ? known : begun((begins += 1));
      open[at] = agent;
      written += writeSync(file, nextLine(agent, requests + 1, isBroken === true));
    }
    return { bytes: written, requests };
  } finally {
    closeSync(file);
  }
}

/** A conversation: its messages so far as they stand in a line, and how long its last body was. */
type Agent = { readonly number: number; turn: number; said: string; bytes: number };

function begun(number: number): Agent {
  const asks = { role: "user", content: [{ type: "text", text: `Go through the modules of package ${number}.` }] };
  return { number, turn: 0, said: inLine(asks), bytes: 0 };
}

const { model, system, tools } = JSON.parse(makePair(1, "text", 0).parent.toString());

const HEAD = headWith(system);

/** The same with a clock in the system prompt. */
const CLOCK = "CLOCK";
const CLOCKED = headWith([{ type: "text", text: `The time is ${CLOCK}.` }, ...system]);

function headWith(prompt: unknown): string {
  return inLine({ model, max_tokens: 32_000, stream: true, system: prompt, tools }).slice(0, -1);
}

const MARK = inLine({ cache_control: { type: "ephemeral" } }).slice(1, -1);

function nextLine(agent: Agent, seq: number, isBroken: boolean): string {
  const { said } = agent;
  const ts = new Date(1_790_000_000_000 + seq * 500).toISOString();
  // The marked block is the last of the last message: `…"}]}`.
  const marked = `${said.slice(0, -3)},${MARK}${said.slice(-3)}`;
  const head = isBroken ? CLOCKED.replace(CLOCK, ts) : HEAD;
  const body = `${head},\\"messages\\":[${marked}]}`;
  const [answer, results] = textTurn(agent.turn, agent.number);
  const sent = {
    seq,
    ts,
    method: "POST",
    path: "/v1/messages",
    headers: [
      ["host", "api.anthropic.com"],
      ["anthropic-version", "2023-06-01"],
    ],
  };
  const response = answered(answer, isBroken ? 0 : agent.bytes, body.length);
  agent.said = `${said},${inLine(answer)},${inLine(results)}`;
  agent.turn += 1;
  agent.bytes = body.length;
  return `${JSON.stringify(sent).slice(0, -1)},"body":"${body}","response":${JSON.stringify(response)}}\n`;
}

/** A value as it stands in a string of a line. */
function inLine(value: unknown): string {
  return JSON.stringify(JSON.stringify(value)).slice(1, -1);
}

const BYTES_PER_TOKEN = 3.6;

/** The answer, with the counters of a cache that read the last body and wrote the rest. */
function answered(answer: object, readBytes: number, bodyBytes: number): object {
  const usage = {
    input_tokens: 3,
    cache_read_input_tokens: Math.floor(readBytes / BYTES_PER_TOKEN),
    cache_creation_input_tokens: Math.floor((bodyBytes - readBytes) / BYTES_PER_TOKEN),
    output_tokens: 120,
  };
  const message = { type: "message", ...answer, model, stop_reason: "tool_use", usage };
  return { status: 200, contentType: "application/json", body: JSON.stringify(message) };
}
