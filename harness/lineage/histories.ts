import type { Known, Told } from "./known-request.ts";
import type { RequestDigest } from "./request-digest.ts";

/** A request whose messages end at message `at` of another. */
export type Fit = {
  readonly known: Known;
  readonly at: number;
  /** Whether the other one says more than it. */
  readonly grows: boolean;
};

type Messages = RequestDigest["messages"];

/** Agents that are told apart at one point of a history; a prompt with the time in it makes one of every request. */
const AGENTS = 16;

/** Requests of one agent, each of which continues the one before it. The latest of them came through wherever they did. */
type Line = {
  latest: Known;
  /** Up to which point they all stand in the tree. */
  end: Point;
  /** Whether no point before the end has forgotten them. */
  isWhole: boolean;
};

/** A point that histories come to: the only one that has come so far, or all that part here. */
type Point = {
  readonly depth: number;
  readonly before: Point | null;
  sole: Known | null;
  readonly next: Map<string, Point>;
  /** By agent: the latest request that ends here. */
  readonly ends: Map<string, Known>;
  /** By agent: the line whose latest request comes through here and says more. */
  readonly through: Map<string, Line>;
};

/**
 * All histories as one tree of messages: a step for each message finds all requests that a history begins with. Where one
 * history goes alone the tree does not follow it, so that windows of a long conversation cost no more than a point each.
 *
 * Messages that a request took over from one before it are known by their very lists of leads (see RequestDigest): the walk
 * begins behind them, so that a growing conversation costs what is new in it.
 */
export class Histories {
  readonly #root: Point = pointOf(null, null);
  readonly #points = new WeakMap<readonly string[], Point>();
  /** By agent: the line of its latest request. */
  readonly #lines = new Map<string, Line>();

  /** `leads` are those of the request's digest. */
  remember(known: Known, leads: RequestDigest["leads"]): void {
    if (known.digest.messages.length === 0) return;
    const { line, from } = this.#lineOn(known, leads);
    for (let point: Point | null = from; point !== null;) {
      if (point.sole !== null) step(point, point.sole, this.#lineOf(point.sole, point));
      point.sole = null;
      this.#note(point, leads);
      point = step(point, known, line);
    }
    this.#note(line.end, leads);
  }

  /** Requests that say, message by message, what this one begins with: longest first, of equal ones the latest first. */
  *headsOf(told: Told): Generator<Fit> {
    const { messages, leads } = told.digest;
    const start = this.#pointOn(leads);
    const fits: Fit[] = [];
    let point: Point | undefined = start;
    for (let at = start.depth; at < messages.length && point !== undefined; at += 1) {
      for (const count of leads.at(at)?.keys() ?? []) fits.push(...fitsAt(point, told, at, count));
      point = point.next.get(messages.at(at) ?? "");
    }
    yield* fits.reverse();
    for (let { before, depth } = start; before !== null; { before, depth } = before) {
      for (let count = (leads.at(depth - 1) ?? []).length - 1; count >= 0; count -= 1)
        yield* fitsAt(before, told, depth - 1, count).reverse();
    }
  }

  /** Requests that say all that this one says, and more: it returns to an earlier point. The latest first. */
  returnedFrom({ digest: { messages, leads } }: Told): readonly Known[] {
    let point: Point | undefined = this.#pointOn(leads);
    for (let at = point.depth; at < messages.length && point !== undefined && point.sole === null; at += 1)
      point = point.next.get(messages.at(at) ?? "");
    if (point === undefined || messages.length === 0) return [];
    const { sole, through } = point;
    if (sole === null) return [...through.values()].map(({ latest }) => latest).sort((a, b) => b.order - a.order);
    const others = sole.digest.messages;
    return others.length > messages.length && saysSame(messages, others, 0, messages.length) ? [sole] : [];
  }

  /** The line that a request continues, and where that ends; a new one from the root where it continues none. */
  #lineOn(known: Known, leads: RequestDigest["leads"]): { readonly line: Line; readonly from: Point } {
    const before = this.#lines.get(known.agent);
    if (before?.isWhole === true && (before.end === this.#root || this.#isOn(before.end, leads))) {
      before.latest = known;
      return { line: before, from: before.end };
    }
    const line = { latest: known, end: this.#root, isWhole: true };
    this.#lines.set(known.agent, line);
    return { line, from: this.#root };
  }

  #isOn(point: Point, leads: RequestDigest["leads"]): boolean {
    const lead = point.depth === 0 ? undefined : leads.at(point.depth - 1);
    return lead !== undefined && this.#points.get(lead) === point;
  }

  /** The line of a request that stood alone. One that others went on from elsewhere has a line of its own here. */
  #lineOf(known: Known, end: Point): Line {
    const line = this.#lines.get(known.agent);
    return line?.latest === known ? line : { latest: known, end, isWhole: false };
  }

  #note(point: Point, leads: RequestDigest["leads"]): void {
    const lead = point.depth === 0 ? undefined : leads.at(point.depth - 1);
    if (lead !== undefined) this.#points.set(lead, point);
  }

  /** The last point that is known by its leads. */
  #pointOn(leads: RequestDigest["leads"]): Point {
    for (let at = leads.length - 1; at >= 0; at -= 1) {
      const point = this.#points.get(leads.at(at) ?? []);
      if (point !== undefined) return point;
    }
    return this.#root;
  }
}

/** Requests that end with the first `count` and one of the leads of message `at`, which goes on from `point`; the latest last. */
function fitsAt({ next }: Point, told: Told, at: number, count: number): Fit[] {
  const { messages, leads } = told.digest;
  const leadsHere = leads.at(at) ?? [];
  const lead = leadsHere[count] ?? "";
  const point = next.get(lead);
  if (point === undefined) return [];
  const grows = at < messages.length - 1 || count < leadsHere.length - 1;
  const fits = endsAt(point).map((known) => ({ known, at, grows }));
  const ahead = point.sole === null || lead !== messages.at(at) ? null : soleFit(point.sole, at + 1, told);
  return ahead === null ? fits : [...fits, ahead];
}

/** Requests that end at a point, the latest last. */
function endsAt({ sole, ends, depth }: Point): readonly Known[] {
  if (sole === null) return [...ends.values()];
  return sole.digest.messages.length === depth ? [sole] : [];
}

/** The rest of a history that goes alone from a point, where it ends inside a request. */
function soleFit(known: Known, depth: number, { digest: { messages, leads } }: Told): Fit | null {
  const others = known.digest.messages;
  const at = others.length - 1;
  if (at < depth || at >= messages.length) return null;
  if (!saysSame(messages, others, depth, at)) return null;
  const leadsHere = leads.at(at) ?? [];
  const count = leadsHere.indexOf(others.at(at) ?? "");
  if (count === -1) return null;
  return { known, at, grows: at < messages.length - 1 || count < leadsHere.length - 1 };
}

/** Whether two histories agree from message `from` up to `to`. */
function saysSame(left: Messages, right: Messages, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (left.at(at) !== right.at(at)) return false;
  return true;
}

/** Puts a history where it ends, or a step further; the point to go on from, or null once it stands alone or has ended. */
function step(point: Point, known: Known, line: Line): Point | null {
  const message = known.digest.messages.at(point.depth);
  line.end = point;
  if (message === undefined) {
    keepEnd(point.ends, known);
    return null;
  }
  keepLine(point.through, line);
  const next = point.next.get(message);
  if (next !== undefined) return next;
  line.end = pointOf(known, point);
  point.next.set(message, line.end);
  return null;
}

/** Sets the latest of its agent last, and forgets the agent that was not heard for longest. */
function keepEnd(agents: Map<string, Known>, known: Known): void {
  agents.delete(known.agent);
  agents.set(known.agent, known);
  const [oldest] = agents.keys();
  if (agents.size > AGENTS && oldest !== undefined) agents.delete(oldest);
}

function keepLine(agents: Map<string, Line>, line: Line): void {
  agents.set(line.latest.agent, line);
  if (agents.size <= AGENTS) return;
  let oldest = line;
  for (const each of agents.values()) if (each.latest.order < oldest.latest.order) oldest = each;
  oldest.isWhole = false;
  agents.delete(oldest.latest.agent);
}

function pointOf(sole: Known | null, before: Point | null): Point {
  const depth = before === null ? 0 : before.depth + 1;
  return { depth, before, sole, next: new Map(), ends: new Map(), through: new Map() };
}
