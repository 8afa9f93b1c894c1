/** One agent, with one bug or without, and where its fork then leaves the parent's prefix. */
export type AgentRow = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** `CB202 /tools/0`; null for a correct agent. */
  readonly cause: string | null;
};

/** Code and place of each bug, by the name that the agents give it. */
type Causes = Readonly<Record<string, string>>;

const everywhere = { "drop-tool": "CB202 /tools/0", "reorder-tools": "CB203 /tools/1" };

const anthropic: Causes = {
  ...everywhere,
  "clock-in-system": "CB302 /system/0",
  "drop-tool-use": "CB405 /messages/1/content/1",
  "strip-whitespace": "CB409 /messages/4/content/0",
  "cut-last-exchange": "CB402 /messages/3",
};

const chat: Causes = {
  ...everywhere,
  "clock-in-system": "CB302 /messages/0/content",
  "drop-tool-use": "CB405 /messages/2/tool_calls/0",
  "strip-whitespace": "CB409 /messages/5/content",
  "cut-last-exchange": "CB402 /messages/4",
};

const responses: Causes = {
  ...everywhere,
  "clock-in-system": "CB302 /instructions",
  "drop-tool-use": "CB402 /input/2",
  "strip-whitespace": "CB409 /input/6",
  "cut-last-exchange": "CB402 /input/4",
};

/** The package joins a result and the directive behind it in one message, which is then longer than the parent's. */
const aiSdk: Causes = { ...anthropic, "cut-last-exchange": "CB405 /messages/2/content/1" };

/** The Python agent on every wire format, on Anthropic also without a breakpoint in its messages. */
export function pythonRows(python: string, agent: string): readonly AgentRow[] {
  const run = [python, agent] as const;
  return [
    ...rowsOf("python, anthropic", [...run, "--wire", "anthropic"], anthropic),
    ...rowsOf("python, anthropic, no breakpoint in messages", [...run, "--wire", "anthropic", "--no-marks"], anthropic),
    ...rowsOf("python, chat", [...run, "--wire", "chat"], chat),
    ...rowsOf("python, responses", [...run, "--wire", "responses"], responses),
  ];
}

export function aiSdkRows(node: string, agent: string): readonly AgentRow[] {
  return rowsOf("ai", [node, agent], aiSdk);
}

function rowsOf(name: string, command: readonly [string, ...string[]], causes: Causes): readonly AgentRow[] {
  const correct = { name: `${name}, correct`, command, cause: null };
  const broken = Object.entries(causes).map(([bug, cause]) => {
    return { name: `${name}, ${bug}`, command: [...command, "--bug", bug] as const, cause };
  });
  return [correct, ...broken];
}
