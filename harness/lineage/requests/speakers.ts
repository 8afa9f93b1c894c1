import type { AgentTraits } from "../agent-traits.ts";
import type { Digest } from "./digest.ts";
import type { Child } from "./request-summary.ts";

/** Who speaks in a request, held once for all that they say: see `agentOf`, which tells speakers apart. */
export type Speaker = Pick<Child, "voice" | "key" | "host" | "agent"> & {
  readonly tools: Digest;
  readonly system: Digest;
  readonly traits: AgentTraits;
};

/** The speakers of a recording. A log of thousands of requests has few, and each request would bring its own copy. */
export class Speakers {
  readonly #known = new Map<string, Speaker>();
  /** Names of tools by their digest: a prompt with a clock makes a speaker of each request, with the tools of the one before. */
  readonly #toolNames = new Map<Digest, readonly string[]>();

  of({ voice, key, host, agent, digest: { tools, system, agent: traits } }: Child): Speaker {
    const known = this.#known.get(agent);
    if (known !== undefined) return known;
    const toolNames = this.#toolNames.get(tools) ?? traits.tools;
    this.#toolNames.set(tools, toolNames);
    const speaker = { voice, key, host, agent, tools, system, traits: { ...traits, tools: toolNames } };
    this.#known.set(agent, speaker);
    return speaker;
  }
}
