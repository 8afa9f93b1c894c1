type Usage = { readonly read: number; readonly write: number; readonly fresh: number };
type Change = { readonly model?: string; readonly system?: string; readonly tools?: readonly string[] };

const question = "Which letters speak of the flood?";
const guide = Array.from({ length: 1500 }, (_, at) => `Rule ${at}: quote the signature of letter ${at}.`).join("\n");

/** One line of a traffic file. Without usage, the answer reports none. */
function line(seq: number, said: readonly string[], usage: Usage | null, change: Change = {}): string {
  const { model = "claude-sonnet-4-5", system = guide, tools = ["Read", "Grep"] } = change;
  const marked = { type: "text", text: system, cache_control: { type: "ephemeral" } };
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const declared = tools.map((name) => ({ name, description: "A tool.", input_schema: { type: "object" } }));
  const [input_tokens, cache_creation_input_tokens] = [usage?.fresh, usage?.write];
  const counters = usage && {
    input_tokens,
    cache_creation_input_tokens,
    cache_read_input_tokens: usage.read,
    output_tokens: 5,
  };
  const content = [{ type: "text", text: `answer ${seq}` }];
  const answer = { type: "message", role: "assistant", content, ...(counters && { usage: counters }) };
  return JSON.stringify({
    seq,
    method: "POST",
    path: "/v1/messages",
    headers: [["host", "api.anthropic.com"]],
    startedAt: new Date(Date.UTC(2026, 10, 1, 9, 0, seq * 5)).toISOString(),
    body: JSON.stringify({ model, max_tokens: 99, tools: declared, system: [marked], messages }),
    response: { status: 200, contentType: "application/json", body: JSON.stringify(answer) },
  });
}

const kept = { read: 9900, write: 0, fresh: 100 };
const lost = { read: 0, write: 9900, fresh: 100 };
const turn = [question, "answer 1", "And of 1873?"];
const fork = [question, "answer 1", "You are a fork. Count them."];
/** Traffic files of a parent, its next turn and a fork, by what becomes of the fork. */
export const recordings: Readonly<Record<string, readonly string[]>> = {
  /** The fork, 3, reads nothing although its prefix is whole. */
  unread: [line(1, [question], lost), line(2, turn, kept), line(3, fork, lost)],
  read: [line(1, [question], lost), line(2, turn, kept), line(3, fork, kept)],
  unreported: [line(1, [question], lost), line(2, turn, kept), line(3, fork, null)],
  /** The main line's second turn reads nothing, and there is not a fork. */
  line: [line(1, [question], lost), line(2, turn, lost)],
  cheaper: [line(1, [question], lost), line(2, turn, kept), line(3, fork, lost, { model: "claude-haiku-4-5" })],
  stamped: [line(1, [question], lost), line(2, turn, kept), line(3, fork, lost, { system: `${guide}\nIt is late.` })],
  /** The fork lost a tool, and its system prompt changed behind that. */
  twice: [
    line(1, [question], lost),
    line(2, turn, kept),
    line(3, fork, lost, { tools: ["Read"], system: `${guide}\nIt is late.` }),
  ],
  both: [
    line(1, [question], lost),
    line(2, turn, kept),
    line(3, fork, lost, { model: "claude-haiku-4-5", tools: ["Read"] }),
  ],
};
