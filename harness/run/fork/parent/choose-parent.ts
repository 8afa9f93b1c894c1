import { recognise } from "../../../wires/recognise.ts";
import { readSaidAnswer } from "../../../wires/shared/said/read-said-answer.ts";
import type { Exchange } from "../../../kernel/exchange.ts";
import { newTexts, saidBy } from "../../../mock/script/said-request.ts";
import { statesDirective } from "../../../mock/script/states-directive.ts";

/**
 * The parent request that a fork continues: of those before it the one whose answer gave the fork its task, else the last. A fork
 * in the background may begin after its parent has continued. Requests that arrive together may change places, so a fork that
 * came before all of them belongs to the first.
 */
export function chooseParent(
  parents: readonly Exchange[],
  before: readonly Exchange[],
  fork: Exchange | null,
): Exchange | null {
  const last = before.at(-1) ?? parents[0] ?? null;
  if (fork === null || before.length < 2) return last;
  return before.findLast((parent) => gaveTask(parent, fork)) ?? last;
}

function gaveTask(parent: Exchange, fork: Exchange): boolean {
  const [theirs, own] = [recognise(parent), recognise(fork)];
  if (parent.response === null || theirs === null || own?.name !== theirs.name) return false;
  const calls = readSaidAnswer(theirs, parent.response);
  if (calls.every(({ kind }) => kind !== "call")) return false;
  const layout = theirs.parseLayout(parent.request);
  return statesDirective(newTexts(own.parseLayout(fork.request, layout), saidBy(layout)), calls);
}
