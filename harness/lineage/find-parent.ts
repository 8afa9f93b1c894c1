import type { Fit, Histories } from "./histories.ts";
import { type Asked, descendsFrom, isRepeat, type Known, type Told } from "./known-request.ts";
import { mayFollow, type Nearness, nearnesses } from "./nearness.ts";
import { Reread } from "./reread.ts";
import { type Resemblances, resembling } from "./resemblances.ts";

/**
 * The request whose messages this one continues. The nearest comes first (see `nearnesses`); of those as near, the longest
 * whose messages all stand at the head of this one's. A later request of the same line beats it, though a prompt, a tool
 * or a message was changed since then: so a change is seen where it was made. Where no head is whole, an edited or a cut
 * one is looked for; at last a longer request that this one goes back in.
 */
export function findParent(
  told: Asked,
  histories: Histories,
  resemblances: Resemblances,
  isNew: boolean,
): Known | null {
  const heads = new Reread(histories.headsOf(told));
  const endings = new Reread(resemblances.endingIn(told, 0));
  for (const nearness of nearnesses) {
    const isNear = ({ known }: Fit): boolean => nearness.fits(known, told);
    const whole = best(heads, told, (fit) => isNear(fit) && (fit.grows || mayRepeat(nearness, told, fit)));
    if (whole !== null) return laterOfLine(whole, told, heads, resemblances) ?? inTime(whole, told);
    const mayEdit = nearness.mayEdit === "always" || (nearness.mayEdit === "of a new agent" && isNew);
    const alike = mayEdit ? [...resembling(endings, told, isNear)] : [];
    const edited = best(alike, told, ({ grows }) => grows);
    if (edited !== null) return edited.known;
    const longer = histories.returnedFrom(told).find((known) => nearness.fits(known, told));
    if (longer !== undefined && (nearness.mayRepeat || saysModel(told))) return longer;
    if (nearness.mayRepeat && alike[0] !== undefined) return alike[0].known;
  }
  return null;
}

/**
 * Of requests with the same messages, which agents that run at once send, the latest whose answer had begun when this one was sent:
 * what it says behind them it cannot have from an answer that nobody had yet. Where no times tell, the latest.
 */
function inTime({ known, grows }: Fit, { startedAtMs }: Told): Known {
  if (!grows || startedAtMs === null) return known;
  let each = known;
  while ((each.answeredAtMs ?? 0) > startedAtMs) {
    const { parent } = each;
    if (parent?.agent !== each.agent || !isRepeat(each, parent)) return known;
    each = parent;
  }
  return each;
}

/**
 * Whether a request with the same messages is a repeat, or begins a line of its own. What a model has said already is sent
 * again by a fork that lost its tools, or to another model; a question alone may be anybody's.
 */
function mayRepeat(nearness: Nearness, told: Told, { known }: Fit): boolean {
  if (nearness.mayRepeat) return true;
  const isAgain = known.digest.system === told.digest.system && known.key === told.key;
  return saysModel(told) && (isAgain || known.voice !== told.voice);
}

function saysModel({ digest }: Told): boolean {
  return saysTrue(digest.byModel);
}

function saysTrue(list: Told["digest"]["byModel"]): boolean {
  for (let at = 0; at < list.length; at += 1) if (list.at(at) === true) return true;
  return false;
}

/** A longer request that continues `whole`, all or nearly all of whose messages this one has too. */
function laterOfLine({ known, at }: Fit, told: Told, heads: Iterable<Fit>, resemblances: Resemblances): Known | null {
  const isLater = (fit: Fit): boolean =>
    fit.grows && fit.at > at && mayFollow(fit.known, told) && descendsFrom(fit.known, known) && isAnswered(fit, told);
  const head = firstLater(heads, at, isLater);
  const [edited] = resembling(resemblances.endingIn(told, (head?.at ?? at) + 1), told, isLater);
  return edited?.known ?? head?.known ?? null;
}

/** Heads come longest first: behind one that ends at `at` none is longer. */
function firstLater(heads: Iterable<Fit>, at: number, isLater: (fit: Fit) => boolean): Fit | null {
  for (const fit of heads) {
    if (fit.at <= at) return null;
    if (isLater(fit)) return fit;
  }
  return null;
}

/** The first that was answered, or never was: one whose answer does not follow is a sibling with the same tool results. */
function best(fits: Iterable<Fit>, told: Told, isOne: (fit: Fit) => boolean): Fit | null {
  let first: Fit | null = null;
  for (const fit of fits) {
    if (!isOne(fit)) continue;
    if (isAnswered(fit, told)) return fit;
    first ??= fit;
  }
  return first;
}

function isAnswered({ known, at }: Fit, told: Told): boolean {
  return told.digest.byModel.at(at + 1) !== false || !known.hasAnswer() || wasHeard(known, told);
}

/** Whether its answer had begun when the other was sent, which may leave it out; who asks at the same time cannot know it. */
function wasHeard(known: Known, { startedAtMs, isWithoutAnswers }: Told): boolean {
  const soonest = isWithoutAnswers && known.startedAtMs !== null ? known.startedAtMs + SOONEST_ANSWER_MS : null;
  const answeredAtMs = known.answeredAtMs ?? soonest;
  return answeredAtMs !== null && startedAtMs !== null && answeredAtMs <= startedAtMs;
}

/** Where no answers are recorded: what was sent sooner behind a request than this is taken for sent at the same time. */
const SOONEST_ANSWER_MS = 1_000;
