const SYSTEM = "You keep the timetable of a small harbour, and answer in one line. ".repeat(8);
const TURNS = 10;

/** The lines of a recording of short requests, ten a conversation. */
export function* largeRecording(requests: number): Generator<string> {
  for (let seq = 1; seq <= requests; seq += 1) {
    const conversation = Math.ceil(seq / TURNS);
    const turn = (seq - 1) % TURNS;
    const time = new Date(Date.UTC(2026, 8, 1) + seq * 1000).toISOString();
    const body = {
      model: "claude-sonnet-4-5",
      max_tokens: 100,
      system: SYSTEM,
      messages: Array.from({ length: 2 * turn + 1 }, (_, index) => messageOf(conversation, index)),
    };
    yield JSON.stringify({
      seq,
      ts: time,
      method: "POST",
      path: "/v1/messages",
      headers: [["host", "api.anthropic.com"]],
      body: JSON.stringify(body),
    });
  }
}

function messageOf(conversation: number, index: number): { readonly role: string; readonly content: string } {
  return index % 2 === 0
    ? { role: "user", content: `Ferry ${conversation}, sailing ${index / 2 + 1}: when does it leave?` }
    : { role: "assistant", content: `Sailing ${(index + 1) / 2} leaves on time.` };
}
