import type { Recording } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { nearestIds } from "../../kernel/text/nearest-ids.ts";
import type { SaidParent } from "../../kernel/roots/said-parent.ts";
import { findParentCircle } from "../../kernel/roots/find-parent-circle.ts";
import { isPartOfConversation, whyUnread } from "./why-unread.ts";

/**
 * The parents that a user names, by child. Checked before anything is judged.
 *
 * @throws HarnessError HX258 for an id that the recording does not hold, an exchange that is not a conversation request, one
 * named as its own parent, a parent that was sent later, two parents of one child, and a circle
 */
export function checkSaidParents(recording: Recording, said: readonly SaidParent[]): ReadonlyMap<string, string> {
  const orders = new Map(recording.ids.map((id, order) => [id, order]));
  const parents = new Map<string, string>();
  for (const each of said) {
    const { child, parent } = each;
    for (const id of [child, parent]) checkId(id, each, recording);
    if (child === parent) {
      throw wrong(each, `exchange ${child} is named as its own parent`, "name the exchange that it continues");
    }
    if ((orders.get(parent) ?? 0) > (orders.get(child) ?? 0)) {
      const fix = "name an exchange that was sent before it";
      throw wrong(each, `exchange ${parent} was sent after ${child}, so it cannot be its parent`, fix);
    }
    const other = parents.get(child) ?? parent;
    if (other !== parent) {
      throw wrong(each, `two parents are named for exchange ${child}: ${other} and ${parent}`, "name one of them");
    }
    parents.set(child, parent);
  }
  refuseCircle(recording, said, parents);
  return parents;
}

function checkId(id: string, said: SaidParent, recording: Recording): void {
  const { ids, name } = recording;
  if (!ids.includes(id)) {
    throw wrong(said, `${name} holds no exchange with the id "${id}"`, nearestIds(id, ids));
  }
  const exchange = recording.load(id);
  if (isPartOfConversation(exchange)) return;
  throw wrong(said, `exchange ${id} continues nothing: ${whyUnread(exchange)}`, "name two requests of a conversation");
}

function refuseCircle(recording: Recording, said: readonly SaidParent[], parents: ReadonlyMap<string, string>): void {
  const circle = findParentCircle(new Map([...(recording.forkOf ?? []), ...parents]));
  const [each] = said.filter(({ child }) => circle?.includes(child));
  if (circle === null || each === undefined) return;
  const what = `with the \`forkOf\` of ${recording.name} this makes a circle: ${circle.join(" → ")}`;
  throw wrong(each, what, "name another parent, or correct `forkOf` in the recording");
}

function wrong({ where }: SaidParent, what: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX258", what, where, fix, exit: 2 });
}
