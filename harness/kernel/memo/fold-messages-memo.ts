import type { Layout, Unit } from "../layout.ts";

/** Takes one message, units [from, to) of the layout, into what is known of those before it. The state given stays as it is. */
type Step<State> = (state: State, layout: Layout, from: number, to: number) => State;

/**
 * A pass over the messages of a layout that goes on where it was left. A layout that repeats another one shares the units
 * of its leading messages (see Dialect.parseLayout), and a unit of messages is shared only together with all before it: so
 * what was worked out up to one of them holds in every layout that has it, and a growing conversation costs what is new.
 * `until` ends the pass before that unit. The state may hang on nothing but the messages and the dialect. It must hold no body: it lives as long as the units do.
 */
export function foldMessagesMemo<State extends object>(
  begin: State,
  step: Step<State>,
): (layout: Layout, until?: number) => State {
  const known = new WeakMap<Unit, State>();
  return (layout, until = layout.units.length) => {
    const { units } = layout;
    const first = messagesStart(units);
    let state = begin;
    let at = until;
    for (; at > first; at -= 1) {
      // States stand behind whole messages alone.
      if (at < until && units[at]?.unit === "block") continue;
      const last = units[at - 1];
      const before = last === undefined ? undefined : known.get(last);
      if (before === undefined) continue;
      state = before;
      break;
    }
    let messages = 0;
    while (at < until) {
      const end = messageEnd(units, at);
      state = step(state, layout, at, Math.min(end, until));
      messages += 1;
      const last = units[end - 1];
      const isKept = until - end <= NEAR || messages % APART === 0;
      if (last !== undefined && end <= until && isKept) known.set(last, state);
      at = end;
    }
    return state;
  };
}

/** To keep a state costs as much as a step: of many new messages the last are kept, behind which most requests go on. */
const NEAR = 16;
const APART = 16;

/** How many units stand before those of the messages. */
export function messagesStart(units: readonly Unit[]): number {
  let at = 0;
  while (at < units.length && units[at]?.segment !== "messages") at += 1;
  return at;
}

/** Where the message ends whose first unit is at `start`. */
export function messageEnd(units: readonly Unit[], start: number): number {
  let end = start + 1;
  while (end < units.length && units[end]?.unit === "block") end += 1;
  return end;
}

/** The number of leading messages whose units two layouts share, without visiting any unit twice. */
export function sharedUnits(left: Layout, right: Layout): number {
  const [ours, theirs] = [messagesStart(left.units), messagesStart(right.units)];
  let shared = 0;
  let end = Math.min(left.units.length - ours, right.units.length - theirs);
  // Where one is shared all before it are: the first that is not lies in [shared, end].
  while (shared < end) {
    const middle = (shared + end) >> 1;
    if (left.units[ours + middle] === right.units[theirs + middle]) shared = middle + 1;
    else end = middle;
  }
  return shared;
}
