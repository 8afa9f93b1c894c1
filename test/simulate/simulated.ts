import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { SimulatedExchange, Simulation } from "../../harness/kernel/simulation.ts";
import { type SimulateOptions, simulateRecording } from "../../harness/simulate/simulate-recording.ts";

type Json = { readonly [name: string]: unknown };

/** One recorded exchange: its user turns, and what the provider reported. */
type Recorded = {
  readonly turns: readonly string[];
  readonly usage: Json | null;
  readonly t?: number;
  readonly body?: Json;
  readonly response?: string;
};

const mark = { type: "ephemeral" };

export function line({ turns, usage, t, body, response = "{}" }: Recorded, idx: number): string {
  const messages = turns.map((text, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text, ...(at === turns.length - 1 && { cache_control: mark }) }],
  }));
  const request = {
    model: "claude-sonnet-4-5",
    max_tokens: 9,
    tools: [{ name: "t", description: "d ".repeat(3000), input_schema: {}, cache_control: mark }],
    messages,
    ...body,
  };
  return JSON.stringify({
    seq: "s",
    idx,
    provider: "anthropic",
    api: "anthropic-messages",
    url: "https://api.anthropic.com/v1/messages",
    t: t ?? null,
    body_fidelity: "raw",
    request_body_raw: JSON.stringify(request),
    request_headers: {},
    response_status: 200,
    usage,
    response_headers: { "content-type": "application/json" },
    response_body: response,
  });
}

export function simulate(exchanges: readonly Recorded[], options: Partial<SimulateOptions> = {}): Simulation {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  writeFileSync(file, exchanges.map((each, idx) => `${line(each, idx)}\n`).join(""));
  return simulateRecording(openRecording(file), { provider: null, anchored: true, mode: "upper", ...options });
}

export function usage(fresh: number, write: number, read: number): Json {
  return { input_tokens: fresh, cache_creation_input_tokens: write, cache_read_input_tokens: read, output_tokens: 1 };
}

export const first: Recorded = { turns: ["hello"], usage: usage(3, 2000, 0) };
export const grown: readonly string[] = ["hello", "yes", "go on"];

export function told({ exchanges }: Simulation): unknown {
  return exchanges.map(({ score, setApart }: SimulatedExchange) =>
    setApart === "not understood" ? score : (setApart ?? score),
  );
}
