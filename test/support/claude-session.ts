/** A session of Claude Code, of which only counters survive. Its third request pays for all of its prompt again. */
export function claudeSession(): string {
  const line = (at: number): object => ({
    type: "assistant",
    uuid: `u${at}`,
    sessionId: "s1",
    requestId: `req_${at}`,
    timestamp: new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString(),
    message: {
      id: `msg_${at}`,
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [],
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: at === 3 ? 0 : 19_000,
        cache_creation_input_tokens: at === 3 ? 22_000 : 3_000,
        output_tokens: 5,
      },
    },
  });
  return [1, 2, 3, 4].map((at) => `${JSON.stringify(line(at))}\n`).join("");
}
