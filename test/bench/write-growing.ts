import { hash } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePair } from "./make-pair.ts";

type Message = { readonly role: string; readonly content: readonly object[] };

/** A conversation on disk, as a cassette and as JSON Lines, and how many bytes its requests have. */
export type Growing = { readonly cassette: string; readonly lines: string; readonly bytes: number };

/**
 * A coding agent's session: each request says again what the one before said, the answer and a tool's result, about
 * `finalBytes / requests` more. The breakpoint moves along on the last message. A `clock` stands at the head of each system prompt,
 * and breaks every prefix.
 */
export function writeGrowing(
  folder: string,
  requests: number,
  finalBytes: number,
  clock: ((request: number) => string) | null = null,
): Growing {
  const { tools, system: prompt, model } = JSON.parse(makePair(1, "text", 0).parent.toString());
  const name = clock === null ? `growing-${requests}` : `broken-${requests}`;
  const files = { cassette: join(folder, name), lines: join(folder, `${name}.jsonl`) };
  mkdirSync(files.cassette);
  const yaml = ["version: 1", 'dialect: "anthropic-messages"', 'provider: "anthropic"', "client: null", "exchanges:"];
  const messages: Message[] = [{ role: "user", content: [{ type: "text", text: "Go through the modules." }] }];
  const frame = JSON.stringify({ model, system: prompt, tools }).length;
  const added = Math.max(300, Math.floor((finalBytes - frame) / requests) - 330);
  let bytes = 0;
  for (let at = 1; at <= requests; at += 1) {
    const system = clock === null ? prompt : [{ ...prompt[0], text: `Now: ${clock(at)}. ${prompt[0].text}` }];
    const request = encode({ model, max_tokens: 32_000, system, tools, messages: marked(messages), stream: true });
    const call = { type: "tool_use", id: `toolu_${at}`, name: "read_file", input: { path: `src/module-${at}.ts` } };
    const answer = [{ type: "text", text: `Now module ${at}, then the ones that it imports.` }, call];
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: null,
      cache_creation_input_tokens: null,
      output_tokens: 40,
    };
    const response = encode({ type: "message", role: "assistant", content: answer, stop_reason: "tool_use", usage });
    yaml.push(...writeExchange(files, at, request, response));
    bytes += request.length;
    const result = {
      type: "tool_result",
      tool_use_id: call.id,
      content: `${at} `.repeat(Math.ceil(added / 4)).slice(0, added),
    };
    messages.push({ role: "assistant", content: answer }, { role: "user", content: [result] });
  }
  writeFileSync(join(files.cassette, "cassette.yaml"), `${yaml.join("\n")}\n`);
  return { ...files, bytes };
}

function marked(messages: readonly Message[]): readonly Message[] {
  const last = messages.at(-1);
  if (last === undefined) return messages;
  const [block] = last.content;
  return [...messages.slice(0, -1), { ...last, content: [{ ...block, cache_control: { type: "ephemeral" } }] }];
}

function writeExchange(
  { cassette, lines }: Pick<Growing, "cassette" | "lines">,
  at: number,
  request: Buffer,
  response: Buffer,
): readonly string[] {
  const number = String(at).padStart(4, "0");
  const body = (name: string, bytes: Buffer): string => {
    writeFileSync(join(cassette, name), bytes);
    return `{"file":"${name}","sha256":"${hash("sha256", bytes)}"}`;
  };
  const headers = [["anthropic-version", "2023-06-01"]];
  const startedAt = new Date(1_790_000_000_000 + at * 5_000).toISOString();
  const sent = { seq: at, ts: startedAt, method: "POST", path: "/v1/messages", headers, body: request.toString() };
  const answered = { status: 200, contentType: "application/json", body: response.toString() };
  appendFileSync(lines, `${JSON.stringify({ ...sent, response: answered })}\n`);
  return [
    `  - id: "${at}"`,
    "    forkOf: null",
    '    method: "POST"',
    '    path: "/v1/messages"',
    '    host: "api.anthropic.com"',
    `    headers: ${JSON.stringify(headers)}`,
    `    startedAt: "${startedAt}"`,
    '    fidelity: "A"',
    `    request: ${body(`${number}.request.json`, request)}`,
    `    response: {"status":200,"contentType":"application/json","body":${body(`${number}.response.json`, response)},` +
      '"firstByteMs":900,"chunks":null,"usage":null,"usageIsReal":true}',
  ];
}

function encode(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
