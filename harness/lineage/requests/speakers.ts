import type { AgentTraits } from "../agent-traits.ts";
import type { Child } from "./request-summary.ts";

/** Who speaks in a request, held once for all that they say: see `agentOf`, which tells speakers apart. */
export type Speaker = Pick<Child, "voice" | "key" | "host" | "agent"> & {
  readonly tools: string;
  readonly system: string;
  readonly traits: AgentTraits;
};

/** The speakers of a recording. A log of thousands of requests has few, and each request would bring its own copy. */
export class Speakers {
  readonly #known = new Map<string, Speaker>();

  of({ voice, key, host, agent, digest: { tools, system, agent: traits } }: Child): Speaker {
    const known = this.#known.get(agent);
    if (known !== undefined) return known;
    const speaker = { voice, key, host, agent, tools, system, traits };
    this.#known.set(agent, speaker);
    return speaker;
  }
}
