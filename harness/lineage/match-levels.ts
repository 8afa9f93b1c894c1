import type { IndexedRequest } from "./requests/request-summary.ts";

type DigestedRequest = Pick<IndexedRequest, "voice" | "digest">;
type SpeakingRequest = DigestedRequest & Pick<IndexedRequest, "agent">;

/** How much like a request its parent must be, and what may then differ in what they say. */
export type MatchLevel = {
  readonly fits: (known: SpeakingRequest, asked: SpeakingRequest) => boolean;
  /** Whether a request with the same messages is a repeat, though it be the first question of a conversation. */
  readonly mayRepeat: boolean;
  /** Whether a history that was edited, or cut at its head, is recognised; of an agent heard before, only as its own. */
  readonly mayEdit: "always" | "of a new agent" | "never";
};

/** From one that differs in nothing to one of another model: a nearer request wins over a later or longer one. */
export const matchLevels: readonly MatchLevel[] = [
  { fits: (known, asked) => known.agent === asked.agent, mayRepeat: true, mayEdit: "always" },
  {
    fits: (known, asked) => hasVoice(known, asked) && hasSystem(known, asked) && hasTools(known, asked),
    mayRepeat: false,
    mayEdit: "always",
  },
  { fits: (known, asked) => hasVoice(known, asked) && hasSystem(known, asked), mayRepeat: false, mayEdit: "always" },
  {
    fits: (known, asked) => hasVoice(known, asked) && hasTools(known, asked),
    mayRepeat: false,
    mayEdit: "of a new agent",
  },
  { fits: (known, asked) => hasSystem(known, asked) && hasTools(known, asked), mayRepeat: false, mayEdit: "never" },
  { fits: hasVoice, mayRepeat: false, mayEdit: "of a new agent" },
  { fits: () => true, mayRepeat: false, mayEdit: "never" },
];

/** Whether a request is at least as near to a third one as another is. */
export function isAsNear(one: SpeakingRequest, other: SpeakingRequest, asked: SpeakingRequest): boolean {
  return levelOf(one, asked) <= levelOf(other, asked);
}

function levelOf(known: SpeakingRequest, asked: SpeakingRequest): number {
  return matchLevels.findIndex(({ fits }) => fits(known, asked));
}

/**
 * Whether a request may be a later one of the line that another began: its prompt or its tools changed on the way. Where
 * both did, two agents take turns at one history, and each goes on from what it said itself.
 */
export function mayFollow(known: DigestedRequest, asked: DigestedRequest): boolean {
  return hasVoice(known, asked) && (hasSystem(known, asked) || hasTools(known, asked));
}

function hasVoice(known: DigestedRequest, asked: DigestedRequest): boolean {
  return known.voice === asked.voice;
}

function hasSystem(known: DigestedRequest, asked: DigestedRequest): boolean {
  return known.digest.system === asked.digest.system;
}

function hasTools(known: DigestedRequest, asked: DigestedRequest): boolean {
  return known.digest.tools === asked.digest.tools;
}
