/** Where the workers of a role take forks. */
export function askSubject(role: string): string {
  return `agent.fork.ask.${role}`;
}

/** The subjects of one run: its events, the heartbeats of its worker and of its parent, and the parent's abort. */
export function subjectsOf(runId: string): RunSubjects {
  // Dots, wildcards and spaces have a meaning in subjects.
  const start = `agent.fork.${runId.replaceAll(/[^\w-]/g, "_")}`;
  return { events: `${start}.events`, beat: `${start}.beat`, parent: `${start}.parent`, abort: `${start}.abort` };
}

type RunSubjects = { readonly events: string; readonly beat: string; readonly parent: string; readonly abort: string };
