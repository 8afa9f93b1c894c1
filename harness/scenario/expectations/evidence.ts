import type { Finding } from "../../kernel/finding.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { ForkRun, Warning } from "../../kernel/run-result.ts";
import type { Simulation, SimulationMode } from "../../kernel/simulation.ts";

import type { Examiners } from "./output/examine-matcher.ts";
import type { OutputItem } from "./output/output-matcher.ts";

/** The evidence of a job, for its checks. */
export type Evidence = {
  readonly judgements: readonly Judgement[];
  /** The first turns of its forks. */
  readonly firstTurns: readonly FirstTurn[];
  readonly warnings: readonly Warning[];
  /** The break that the scenario makes on purpose, or null. */
  readonly expectBreak: ExpectedBreak | null;
  /** Findings on requests that start a conversation and so belong to no pair. */
  readonly unpaired?: readonly Finding[];
  /** Findings on turns of a fork behind its first one that break their prefix. `expectBreak` declares a break of the first one. */
  readonly laterTurns?: readonly Finding[];
  /** The forks that ran, if any. */
  readonly forks?: readonly ForkRun[];
  /** The tools that requests of the parent or the forks declare; null if they do not list all. */
  readonly declaredTools?: () => ReadonlySet<string> | null;
  /** A memory folder and what lies around it, before and after the forks ran. */
  readonly folder?: FolderEffects;
  /** Plays the recording through the cache models. */
  readonly simulate?: (mode: SimulationMode) => Simulation;
  /** Present once the job has ended. */
  readonly priced?: PricedJob;
  /** Whether each round of a live run passed; absent in a scripted run. */
  readonly rounds?: readonly boolean[];
  /** How long each fork took, by lane; absent in a scripted run. */
  readonly durationsMs?: ReadonlyMap<string, number>;
  /** The means to examine outputs and calls. */
  readonly examiners?: Examiners;
  /** The entries of the expected output, for their weights. */
  readonly outputItems?: readonly OutputItem[];
  /** Whether a script alone decides what the forks say: then a text matcher compares the script with itself. */
  readonly answersAreScripted?: boolean;
};

/**
 * The first request of a fork, by its lane or by its id in a recording. The ratio is the judgement's, wherever the fork comes from. Null
 * if the fork sent nothing or has no parent.
 */
export type FirstTurn = {
  readonly lane: string;
  readonly judgement: Pick<Judgement, "ratio" | "verdict"> | null;
};

/** What a job cost; prices are known only once it has ended. */
export type PricedJob = { readonly forks: readonly ForkRun[]; readonly judgements: readonly Judgement[] };

/** Says that a case breaks the prefix on purpose. */
export type ExpectedBreak = {
  readonly reason: string;
  /** JSON pointer in the parent's body: the block that breaks, or the list that holds it. Null for the place of the first difference. */
  readonly at: string | null;
  /** The pointer at which the scenario expects the first difference; the place of the break if `at` is null. */
  readonly divergesAt: string | null;
};

/** Fingerprints by path, relative to the memory folder; `../x` lies outside it. */
export type FolderEffects = {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
};
