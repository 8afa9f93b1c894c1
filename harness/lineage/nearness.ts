import type { Asked, Known, Told } from "./known-request.ts";

/** How much like a request its parent must be, and what may then differ in what they say. */
export type Nearness = {
  readonly fits: (known: Known, asked: Asked) => boolean;
  /** Whether a request with the same messages is a repeat, though it be the first question of a conversation. */
  readonly mayRepeat: boolean;
  /** Whether a history that was edited, or cut at its head, is recognised; of an agent heard before, only as its own. */
  readonly mayEdit: "always" | "of a new agent" | "never";
};

/** From one that differs in nothing to one of another model: a nearer request wins over a later or longer one. */
export const nearnesses: readonly Nearness[] = [
  { fits: (known, asked) => known.agent === asked.agent, mayRepeat: true, mayEdit: "always" },
  {
    fits: (known, told) => hasVoice(known, told) && hasSystem(known, told) && hasTools(known, told),
    mayRepeat: false,
    mayEdit: "always",
  },
  { fits: (known, told) => hasVoice(known, told) && hasSystem(known, told), mayRepeat: false, mayEdit: "always" },
  {
    fits: (known, told) => hasVoice(known, told) && hasTools(known, told),
    mayRepeat: false,
    mayEdit: "of a new agent",
  },
  { fits: (known, told) => hasSystem(known, told) && hasTools(known, told), mayRepeat: false, mayEdit: "never" },
  { fits: hasVoice, mayRepeat: false, mayEdit: "of a new agent" },
  { fits: () => true, mayRepeat: false, mayEdit: "never" },
];

/**
 * Whether a request may be a later one of the line that another began: its prompt or its tools changed on the way. Where
 * both did, two agents take turns at one history, and each goes on from what it said itself.
 */
export function mayFollow(known: Known, told: Told): boolean {
  return hasVoice(known, told) && (hasSystem(known, told) || hasTools(known, told));
}

function hasVoice(known: Known, told: Told): boolean {
  return known.voice === told.voice;
}

function hasSystem(known: Known, told: Told): boolean {
  return known.digest.system === told.digest.system;
}

function hasTools(known: Known, told: Told): boolean {
  return known.digest.tools === told.digest.tools;
}
