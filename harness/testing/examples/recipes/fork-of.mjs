import { allowTools, clientFor, DefaultForkSubagent, recordParent } from "forkproof";
import { mockProvider, recordExchanges } from "forkproof/testing";

/** Records a parent, lets it take its turn, forks from it, and returns the tape of both. The recipes differ in their client alone. */
export async function recordAndFork(takeTurn, baseUrl) {
  await using mock = await mockProvider({
    script: { parent: [{ text: "Anna did." }], fork: [{ text: "All notes hold." }] },
  });
  const tape = recordExchanges({ fetch: mock.fetch });
  const recording = recordParent({ fetch: tape.fetch }); // record
  const said = await takeTurn(recording.fetch);
  const parent = recording.latest();
  const handle = await new DefaultForkSubagent().fork({
    parent,
    llm: clientFor(parent.wire, { apiKey: "any", fetch: tape.fetch, ...(baseUrl && { baseUrl }) }), // fork
    tools: { dispatch: async () => ({ content: "", isError: false }) },
    filter: allowTools([]),
    directive: "Which notes hold?",
    label: "check",
    maxTurns: 2,
    timeoutMs: 60_000,
  });
  const { finalText } = await handle.takeCompletion();
  return { tape, said, forkSaid: finalText };
}

export const NOTES = "The museum keeps a notebook for each ship that came home. ".repeat(600);
export const QUESTION = "Who sailed to Kiel?";
