/** Two bodies of a parent and its fork: the fork's repeats the parent's and goes on. */
export type BodyPair = { readonly parent: Buffer; readonly child: Buffer };

/**
 * How a body is filled: `text` has four fifths of its bytes in tool results and text, `short` none longer than a word, `schemas` nine
 * tenths in the schemas of its tools.
 */
export type Filling = "text" | "short" | "schemas";

/**
 * A pair of about `bytes` each, compact or pretty-printed. Text is code and prose with about five escaped quotes and ten
 * line feeds in 1,000 bytes (recordings of real clients: 2 to 5 and 2 to 14), one character in fifty beyond ASCII.
 */
export function makePair(bytes: number, filling: Filling, indent: number): BodyPair {
  const messages: unknown[] = [];
  const parent = {
    model: "claude-sonnet-4-5",
    max_tokens: 32_000,
    system: system(),
    tools: filling === "schemas" ? tools(bytes, 60) : tools(0, 1_200),
    messages,
    stream: true,
  };
  let size = JSON.stringify(parent).length;
  for (let turn = 0; size < bytes; turn += 1) {
    const added = filling === "short" ? shortTurn(turn) : textTurn(turn);
    size += JSON.stringify(added).length;
    messages.push(...added);
  }
  const tail = [
    { role: "assistant", content: [{ type: "text", text: "Done." }] },
    { role: "user", content: [{ type: "text", text: "Summarise what you learnt." }] },
  ];
  return {
    parent: Buffer.from(JSON.stringify(parent, null, indent)),
    child: Buffer.from(JSON.stringify({ ...parent, messages: [...messages, ...tail] }, null, indent)),
  };
}

const LINES = [
  "export function readEntry(path: string): Entry | null {",
  "  if (!cache.has(path)) return null; // nothing was stored",
  "  const entry = cache.get(path);",
  '  log.debug("entry", entry.size);',
  "  return { ...entry, touched: clock.now() };",
  "}",
  "The importer keeps what it cannot read and says so — naïve callers lost rows before.",
  "tests/import/rows.test.ts      12 passed, 0 failed in 81 ms",
  "- one row a line, fields in the order of the header",
  "diff --git a/src/rows.ts b/src/rows.ts",
];

function text(length: number, seed: number): string {
  let out = "";
  for (let at = seed; out.length < length; at += 1) out += `${LINES[(at * 7 + (at >> 3)) % LINES.length]}\n`;
  return out.slice(0, length);
}

/** A turn of a conversation: what the model says and calls, and the result. Those of one `agent` are unlike those of any other. */
export function textTurn(turn: number, agent: number = 0): readonly [answer: object, results: object] {
  const id = `toolu_${(agent * 1_000 + turn).toString().padStart(6, "0")}`;
  return [
    {
      role: "assistant",
      content: [
        { type: "text", text: text(200 + ((turn * 131) % 500), turn + agent) },
        { type: "tool_use", id, name: "read_file", input: { path: `src/module-${turn}.ts`, limit: 400 } },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, content: text(2_000 + ((turn * 977) % 9_000), turn + agent) }],
    },
  ];
}

function shortTurn(turn: number): readonly unknown[] {
  const id = `toolu_${turn.toString().padStart(6, "0")}`;
  return [
    {
      role: "assistant",
      content: [{ type: "tool_use", id, name: "set", input: { row: turn, on: true, to: ["a", "b", "c"] } }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
  ];
}

function system(): unknown {
  return [{ type: "text", text: text(15_000, 3), cache_control: { type: "ephemeral" } }];
}

/** At least two dozen, and nine tenths of so many bytes. */
function tools(bytes: number, description: number): readonly unknown[] {
  const count = Math.max(24, Math.floor((bytes * 0.9) / 950));
  return Array.from({ length: count }, (_, tool) => ({
    name: `tool_${tool}`,
    description: text(description, tool),
    input_schema: {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 12 }, (_, field) => [
          `field_${field}`,
          { type: "string", description: `Field ${field} of the call.` },
        ]),
      ),
      required: ["field_0"],
    },
  }));
}
