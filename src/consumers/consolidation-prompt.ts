/** The directive of a fork that puts an agent's memory in order: four phases, and what may be touched. */
export function consolidationPrompt(memoryDir: string, sessions: readonly string[]): string {
  return [
    `Put your long-term memory in order. It lies in ${memoryDir}, one topic a file, with MEMORY.md as its index. It is all that a later session will know.`,
    "Phase 1, look. List the folder, read the index and open the topics that today's work may touch. Learn what is there before you add to it.",
    "Phase 2, collect. From the conversation above and the sessions below, take what will still matter in a month: decisions with their reasons, facts about the project, how the user likes to work, mistakes with their remedies. Search long transcripts for a word; do not read them through.",
    "Phase 3, merge. Put each fact into the topic where it would be looked for, rather than into a new file. Write dates out. Where an old fact and a new one disagree, keep the true one and delete the other.",
    "Phase 4, tidy. Bring the index up to date: one line for each topic, under 200 lines and 25 KB in all. Delete what nobody needs.",
    `You may read anything, run shell commands that change nothing, and write only inside ${memoryDir}.`,
    sessions.length === 0
      ? "No other sessions are to be looked at."
      : `Sessions since the last time:\n${sessions.map((session) => `- ${session}`).join("\n")}`,
    "When all is done, say in a few lines what you changed, or that nothing needed to.",
  ].join("\n\n");
}
