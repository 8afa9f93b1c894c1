/** Where the workers of a role take forks. */
export function askSubject(role: string): string {
  return `agent.fork.ask.${role}`;
}

/** The subjects of one run: its events, its worker's heartbeats, and the parent's abort. */
export function subjectsOf(runId: string): { readonly events: string; readonly beat: string; readonly abort: string } {
  // Dots, wildcards and spaces have a meaning in subjects.
  const token = runId.replaceAll(/[^\w-]/g, "_");
  return { events: `agent.fork.${token}.events`, beat: `agent.fork.${token}.beat`, abort: `agent.fork.${token}.abort` };
}
