import { once } from "../kernel/memo/once.ts";
import { type Answers, type AnswerMatch, repeatsCall } from "./answers.ts";
import type { Head, Heads } from "./heads.ts";
import { resultsIn } from "./continuation.ts";
import type { Digest } from "./requests/digest.ts";
import type { JoinedTexts } from "./requests/joined-texts.ts";
import { type Child, type BroughtResult, descendsFrom, type IndexedRequest } from "./requests/request-summary.ts";
import { mayFollow, type MatchLevel, matchLevels } from "./match-levels.ts";
import { RepeatedRead } from "../kernel/memo/repeated-read.ts";
import { type EditedParents, nearestMoved, resembling, standsBefore } from "./find-edited-parent.ts";

/** Where requests are looked up: by how they begin, by how they end, by what they were answered. */
export type LineageIndex = {
  readonly heads: Pick<Heads, "headsOf" | "returnedFrom">;
  readonly editedParents: Pick<EditedParents, "endingIn">;
  readonly answers: Pick<Answers, "repeatedBy" | "wasGiven" | "givenTo">;
  readonly joined: Pick<JoinedTexts, "begunBy">;
};

/** The parent of a request, and the message of the request with which its parent's messages end; -1 where they were edited or cut. */
export type FoundParent = { readonly known: IndexedRequest; readonly at: number };

/**
 * The request whose messages this one continues. The nearest comes first (see `nearnesses`); of those as near, the longest
 * whose messages all stand at the head of this one's. A later request of the same line beats it, though a prompt, a tool
 * or a message was changed since then, by what it says or was answered: so a change is seen where it was made. Where no head is whole,
 * an edited or a cut one is looked for; at last a longer request that this one goes back in.
 */
export function findParent(asked: Child, index: LineageIndex, isNew: boolean): FoundParent | null {
  const heads = new RepeatedRead(index.heads.headsOf(asked));
  const endings = new RepeatedRead(index.editedParents.endingIn(asked, 0));
  let repeated: IndexedRequest | null = null;
  for (const level of matchLevels) {
    const isNear = ({ known }: { readonly known: IndexedRequest }): boolean => level.fits(known, asked);
    const whole = best(heads, asked, (fit) => isNear(fit) && (fit.grows || mayRepeat(level, asked, fit, isNew)));
    if (whole !== null)
      return (
        laterOfLine(whole, asked, index) ??
        byCalls(whole, asked, index) ??
        joined(whole.at, asked, index) ??
        inTime(whole, asked)
      );
    const mayEdit = level.mayEdit === "always" || (level.mayEdit === "of a new agent" && isNew);
    const alike = mayEdit ? [...resembling(endings, asked, isNear)] : [];
    const edited = latestOf(
      best(alike, asked, ({ grows }) => grows),
      mayEdit ? answered(asked, index, -1, isNear) : null,
      asked,
      index,
    );
    if (edited !== null) return edited;
    const longer = index.heads.returnedFrom(asked);
    if (longer !== null && isNear({ known: longer }) && (level.mayRepeat || saysModel(asked)))
      return { known: longer, at: asked.digest.messages.length - 1 };
    if (level.mayRepeat) repeated = alike[0]?.known ?? null;
  }
  if (repeated !== null) return { known: repeated, at: -1 };
  const byCall = answered(asked, index, -1, ({ known, at }) => repeatsCall(known, asked, at));
  return withNext(byCall, asked, index) ?? best(nearestMoved(endings, asked), asked, () => true);
}

/**
 * Several agents that run at once may send requests with the same messages. Of those, the latest whose answer had begun when this
 * one was sent: the rest of this request cannot come from one that had not begun, nor from a failed attempt. Without times, the latest.
 */
function inTime({ known, at, grows }: Head, { startedAtMs }: Child): FoundParent {
  if (!grows || startedAtMs === null) return { known, at };
  let each = known;
  while ((each.answeredAtMs ?? 0) > startedAtMs || (each !== known && !hasAnswer(each))) {
    const { parent } = each;
    if (parent?.agent !== each.agent || parent.digest.chains.at(-1) !== each.digest.chains.at(-1)) return { known, at };
    each = parent;
  }
  return { known: each, at };
}

/**
 * Whether a request with the same messages is a repeat, or begins its own line. A fork that lost its tools, or a request to
 * another model, repeats assistant text; a question alone may come from any agent.
 */
function mayRepeat(level: MatchLevel, asked: Child, { known }: Head, isNew: boolean): boolean {
  if (!saysModel(asked)) return level.mayRepeat;
  const isAgain = known.digest.system === asked.digest.system && known.key === asked.key;
  return level.mayRepeat || isAgain || known.voice !== asked.voice || (isNew && mayFollow(known, asked));
}

function saysModel({ digest: { byModel } }: Child): boolean {
  for (let at = 0; at < byModel.length; at += 1) if (byModel.at(at) === true) return true;
  return false;
}

/** A longer request that continues `whole`, all or nearly all of whose messages this one has too, or what it was answered. */
function laterOfLine({ known, at }: Head, asked: Child, index: LineageIndex): FoundParent | null {
  if (at >= asked.digest.messages.length - 1) return null;
  const isLater = (later: IndexedRequest): boolean =>
    later !== known && mayFollow(later, asked) && descendsFrom(later, known);
  const fits = (fit: Head): boolean => fit.grows && fit.at > at && isLater(fit.known) && isAnswered(fit, asked);
  const brought = once(() => resultsIn(asked.behind(at + 1)));
  const edits = (fit: Head): boolean => fits(fit) && !(fit.known.parent === known && bringsOther(fit.known, brought()));
  const head = firstLater(index.heads.headsOf(asked), at, fits);
  const [edited = null] = resembling(index.editedParents.endingIn(asked, (head?.at ?? at) + 1), asked, edits);
  return latestOf(
    edited ?? head,
    answered(asked, index, edited?.at ?? head?.at ?? behindAnswer(known, asked, at, index), ({ known: each }) =>
      isLater(each),
    ),
    asked,
    index,
  );
}

/** The request whose last text this one says and goes on with, behind message `at`. */
function joined(at: number, asked: Child, index: LineageIndex): FoundParent | null {
  const known = index.joined.begunBy(asked, at, (each) => mayFollow(each, asked));
  return known === null ? null : { known, at: -1 };
}

/** Whether one request brings other results for its parent's calls than another does: those are siblings. */
export function bringsOther({ continuation }: IndexedRequest, brought: readonly BroughtResult[]): boolean {
  if (continuation.results.length === 0) return false;
  for (const { call, digest, head } of brought) {
    const other = continuation.results.find((each) => each.call === call);
    if (other !== undefined && other.digest !== digest && head !== null && other.head !== head) return true;
  }
  return false;
}

/** The request whose calls stand behind all that `whole` says, or in place of its answer: the ids of the calls show who made them. */
function byCalls({ known, at }: Head, asked: Child, index: LineageIndex): FoundParent | null {
  const from = behindAnswer(known, asked, at, index);
  const isOther = (each: AnswerMatch): boolean =>
    each.known !== known && mayFollow(each.known, asked) && repeatsCall(each.known, asked, each.at);
  return withNext(answered(asked, index, from, isOther), asked, index);
}

/** The request that asks behind an answer what this one asks there too; else the one that was given the answer. */
function withNext(repeated: AnswerMatch | null, asked: Child, { editedParents }: LineageIndex): FoundParent | null {
  if (repeated === null) return null;
  for (const fit of editedParents.endingIn(asked, repeated.at + 1))
    if (fit.grows && fit.known.parent === repeated.known && mayFollow(fit.known, asked))
      return { known: fit.known, at: -1 };
  return { known: repeated.known, at: -1 };
}

/** The last message of the answer that `known` was given, behind message `at`: on Responses each text and call is one. Others' calls are not. */
function behindAnswer(known: IndexedRequest, asked: Child, at: number, { answers }: LineageIndex): number {
  if (!followsAnswer(known, asked, at)) return at;
  const { byModel, ids } = asked.digest;
  const isOthers = (id: Digest): boolean =>
    known.answer.length > 0 && !known.answer.includes(id) && answers.wasGiven(id);
  let end = at;
  while (byModel.at(end + 1) === true && !(ids.at(end + 1) ?? []).some(isOthers)) end += 1;
  return end;
}

/** Whether what stands behind message `at` is an answer that `known` was given, as far as anybody knows it. A refused request got no answer. */
function followsAnswer(known: IndexedRequest, { digest: { byModel, items, ids } }: Child, at: number): boolean {
  const { answer, outcome } = known;
  if (byModel.at(at + 1) !== true) return true;
  if (answer.length === 0) return outcome !== "refused";
  const next = [...(items.at(at + 1) ?? []), ...(ids.at(at + 1) ?? [])];
  return next.some((item) => answer.includes(item));
}

/** Heads come longest first: no later one is longer than one that ends at `at`. */
function firstLater(heads: Iterable<Head>, at: number, isLater: (fit: Head) => boolean): Head | null {
  for (const fit of heads) {
    if (fit.at <= at) return null;
    if (isLater(fit)) return fit;
  }
  return null;
}

/** The request whose answer stands behind message `from` of this one, the last of them, where most of what it said stands before it. */
function answered(
  asked: Child,
  { answers }: LineageIndex,
  from: number,
  isOne: (repeated: AnswerMatch) => boolean,
): AnswerMatch | null {
  let byCall: AnswerMatch | null = null;
  for (const repeated of answers.repeatedBy(asked, from)) {
    const { known, at } = repeated;
    if (byCall !== null && at < byCall.at) break;
    if (!isOne(repeated)) continue;
    if (standsBefore(known, asked, at)) return repeated;
    if (byCall === null && repeatsCall(known, asked, at)) byCall = repeated;
  }
  return byCall;
}

/** Which of two stands later in the request that continues them. */
function latestOf(fit: Head | null, answer: AnswerMatch | null, asked: Child, index: LineageIndex): FoundParent | null {
  return answer === null || (fit !== null && fit.at >= answer.at - 1) ? fit : withNext(answer, asked, index);
}

/**
 * Of the longest, the one whose answer follows; else one whose answer is unknown; else the first that was answered, or never was.
 * A request whose answer does not follow is a sibling with the same tool results.
 */
function best(fits: Iterable<Head>, asked: Child, isOne: (fit: Head) => boolean): Head | null {
  let [first, alike, open]: (Head | null)[] = [null, null, null];
  for (const fit of fits) {
    if (alike != null && fit.at < alike.at) break;
    if (!isOne(fit)) continue;
    first ??= fit;
    if (!isAnswered(fit, asked)) continue;
    if (isRepeated(fit, asked)) return fit;
    alike ??= fit;
    if (followsAnswer(fit.known, asked, fit.at)) open ??= fit;
  }
  return open ?? alike ?? first ?? null;
}

/** Whether its answer follows, by the ids of its calls or by all that it says. */
function isRepeated({ known, at, grows }: Head, { digest: { items, ids } }: Child): boolean {
  if (!grows || known.answer.length === 0) return false;
  const made = ids.at(at + 1) ?? [];
  if (made.some((id) => known.answer.includes(id))) return true;
  const calls = known.calls.filter((id) => id !== null);
  const next = items.at(at + 1) ?? [];
  return (
    made.length === 0 && calls.length === 0 && next.length > 0 && next.every((item) => known.answer.includes(item))
  );
}

/**
 * A request that waited for its answer when another was sent, which does not contain that answer, is not a parent but a sibling.
 */
function isAnswered({ known, at }: Head, asked: Child): boolean {
  return asked.digest.byModel.at(at + 1) !== false || !hasAnswer(known) || wasHeard(known, asked);
}

/** Where no answer was recorded at all, each is taken for answered. */
function hasAnswer({ outcome }: IndexedRequest): boolean {
  return outcome === "answered" || outcome === "unrecorded";
}

/** Whether its answer may have begun when the other was sent, which may leave it out; who asks at the same time cannot know it. */
function wasHeard(known: IndexedRequest, { startedAtMs, clock }: Child): boolean {
  if (known.clock !== clock) return true;
  const soonest =
    known.outcome === "unrecorded" && known.startedAtMs !== null ? known.startedAtMs + SOONEST_ANSWER_MS : null;
  const answeredAtMs = known.answeredAtMs ?? soonest;
  return answeredAtMs === null || startedAtMs === null || answeredAtMs <= startedAtMs;
}

/** Where no answers are recorded: what was sent sooner behind a request than this is taken for sent at the same time. */
export const SOONEST_ANSWER_MS = 1_000;
