import { cloned, cut, fresh, shared, type ForkIdentity, type IsolationPlan } from "./isolate.ts";

/**
 * The state of a coding agent that a fork would otherwise share with its parent: the seventeen fields that nexo
 * counts, in our own words. Take it as it is or as a pattern for an agent's own state.
 */
export type AgentState = {
  readonly agentId: string;
  readonly depth: number;
  readonly abort: AbortController;
  /** The request whose bytes the fork continues. */
  readonly parentRequest: Buffer;
  readonly declaredTools: readonly string[];
  /** The files that were read, and when: decides whether an edit is stale. */
  readonly readFiles: Map<string, number>;
  /** Which tool results were shortened: the same choice again gives the same bytes again. */
  readonly shortenedResults: Map<string, string>;
  readonly toolDecisions: Map<string, string>;
  readonly memoryTriggers: Set<string>;
  readonly loadedMemories: Set<string>;
  readonly discoveredSkills: Set<string>;
  readonly readSettings: () => Readonly<Record<string, unknown>>;
  readonly changeSettings: (change: Readonly<Record<string, unknown>>) => void;
  /** Bookkeeping of running tasks: has to reach the root, or a fork's task could not be stopped. */
  readonly registerTask: (taskId: string) => void;
  readonly addAnswerLength: (characters: number) => void;
  readonly askUser: ((question: string) => Promise<string>) | null;
  readonly showProgress: ((text: string) => void) | null;
};

/** How a fork of such an agent is isolated. */
export const agentStatePlan: IsolationPlan<AgentState> = {
  agentId: fresh((parent, fork) => fork?.id ?? `${parent}/fork`),
  depth: fresh((parent) => parent + 1),
  abort: fresh(childController),
  parentRequest: shared,
  declaredTools: shared,
  readFiles: cloned,
  shortenedResults: cloned,
  toolDecisions: fresh(() => new Map()),
  memoryTriggers: fresh(() => new Set()),
  loadedMemories: fresh(() => new Set()),
  discoveredSkills: fresh(() => new Set()),
  readSettings: shared,
  changeSettings: cut(() => undefined),
  registerTask: shared,
  addAnswerLength: shared,
  askUser: cut(null),
  showProgress: cut(null),
};

/** A controller that the parent's abort and the end of the fork's run by an abort reach, and that never reaches the parent. */
function childController(parent: AbortController, fork: ForkIdentity | null): AbortController {
  return new ChildController(fork === null ? [parent.signal] : [parent.signal, fork.signal]);
}

/** Its signal follows all of them. A joined signal is held weakly by what it follows: finished forks leave no listener on a parent. */
class ChildController extends AbortController {
  readonly #joined: AbortSignal;

  constructor(followed: readonly AbortSignal[]) {
    super();
    this.#joined = AbortSignal.any([...followed, super.signal]);
  }

  override get signal(): AbortSignal {
    return this.#joined;
  }
}
