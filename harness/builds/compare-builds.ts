import type { BuildComparison } from "../kernel/inspection/build-comparison.ts";
import { beginAlike } from "./begin-alike.ts";
import type { Build } from "./build.ts";
import { buildChanges } from "./build-changes.ts";
import { figuresOf } from "./build-figures.ts";
import type { SketchedRequest } from "./build-sketch.ts";
import { differingFields, differingHeaders } from "./differing-members.ts";
import { matchConversations } from "./match-conversations.ts";
import { matchRequests } from "./match-requests.ts";
import { differingPrompts, firstDifference } from "./prompt-differences.ts";
import { sentAlike } from "./sent-alike.ts";

/**
 * How a change of an agent shows in its traffic. Null if the two recordings share no conversation. Unless `allowsFewer`, it is worse if
 * requests of the first have no counterpart.
 */
export function compareBuilds(before: Build, after: Build, allowsFewer: boolean): BuildComparison | null {
  const [oldRoots, newRoots] = [rootsOf(before), rootsOf(after)];
  const matched = matchConversations(oldRoots, newRoots, ({ id }, other) =>
    beginAlike(before.recording.load(id), after.recording.load(other.id)),
  );
  if (matched.length === 0) return null;
  const pairs = matchRequests(matched, requestsOf(before), requestsOf(after));
  const alikenessOf = sentAlike(pairs, before, after);
  const figures = figuresOf({ before, after }, pairs, alikenessOf);
  const [onlyBefore, onlyAfter] = [sketched(before) - pairs.length, sketched(after) - pairs.length];
  return {
    schema: "forkproof/build-comparison@1",
    ...figures.all,
    conversations: {
      matched: matched.length,
      byPosition: matched.filter(({ by }) => by === "position").length,
      onlyBefore: oldRoots.length - matched.length,
      onlyAfter: newRoots.length - matched.length,
    },
    requests: {
      matched: pairs.length,
      alike: pairs.filter((pair) => alikenessOf(pair) === "all").length,
      differing: differingPrompts(pairs),
      onlyBefore,
      onlyAfter,
    },
    firstDifference: firstDifference(pairs, before.recording, after.recording),
    headers: differingHeaders(pairs),
    fields: differingFields(pairs),
    changes: buildChanges(figures, {
      conversations: oldRoots.length - matched.length,
      requests: allowsFewer ? 0 : onlyBefore,
    }),
  };
}

function requestsOf({ judged: { exchanges }, sketch }: Build): Parameters<typeof matchRequests>[1] {
  return { exchanges, sketch };
}

/** Its requests of conversations: others, such as counts of tokens, have no counterpart in any build. */
function sketched({ judged, sketch }: Build): number {
  return judged.exchanges.filter(({ id }) => sketch.requestOf(id) !== null).length;
}

function rootsOf({ judged, sketch }: Build): readonly SketchedRequest[] {
  return judged.exchanges.flatMap(({ id, relation }) => (relation === "root" ? (sketch.requestOf(id) ?? []) : []));
}
