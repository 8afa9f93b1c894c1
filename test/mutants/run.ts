import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { findFaults } from "./find-faults.ts";
import { type Mutation, nameOf, type Proof, proofName, type ScenarioProof, type TestProof } from "./mutation.ts";
import { mutations } from "./mutations.ts";
import { type Outcome, runProof, runTests } from "./run-proof.ts";
import { makeWorkingCopy, type WorkingCopy } from "./working-copy.ts";

/**
 * `npm run mutants`: changes one line of ours at a time, in a copy of the tree, and asks for each change that the test or
 * scenario named for it fails. A change that nothing notices is a proof that proves nothing. Another list may be named, whose
 * default export is one.
 */
const [named] = process.argv.slice(2);
const list = named === undefined ? mutations : await loadList(resolve(named));
const faults = findFaults(list, resolve(import.meta.dirname, "../.."));
for (const fault of faults) console.error(`FAULTY ${fault}`);
if (faults.length > 0) process.exitCode = 1;
else await hold(list);

async function loadList(path: string): Promise<readonly Mutation[]> {
  const loaded: { readonly default: readonly Mutation[] } = await import(pathToFileURL(path).href);
  return loaded.default;
}

async function hold(mutants: readonly Mutation[]): Promise<void> {
  const startMs = performance.now();
  using one = makeWorkingCopy();
  using other = makeWorkingCopy();
  const copies = [one, other];
  const proofs = distinct(mutants.map(({ proof }) => proof));
  const unfit = await findUnfit(proofs, copies);
  for (const line of unfit) console.error(`NOT GREEN unmutated: ${line}`);
  const outcomes = unfit.length > 0 ? [] : await runMutants(mutants, copies);
  const survivors = outcomes.filter(({ outcome }) => outcome.is === "green");
  const broken = outcomes.filter(({ outcome }) => outcome.is === "broken");
  for (const { mutant } of survivors) console.log(`SURVIVED ${nameOf(mutant)}\n  ${proofName(mutant.proof)}`);
  for (const { mutant, outcome } of broken) {
    const because = outcome.is === "broken" ? outcome.because : "";
    console.log(`NOTHING PROVED ${nameOf(mutant)}\n  ${proofName(mutant.proof)}\n  ${because}`);
  }
  const red = outcomes.length - survivors.length - broken.length;
  const seconds = Math.round((performance.now() - startMs) / 1_000);
  const files = new Set(mutants.map(({ file }) => file)).size;
  const held = `${mutants.length} mutations of ${files} files, ${proofs.length} proofs, ${seconds} s`;
  console.log(
    `${red} noticed, ${survivors.length} survived, ${mutants.length - red - survivors.length} not proved (${held})`,
  );
  if (red < mutants.length) process.exitCode = 1;
}

/** Proofs that fail, or cannot be run, in the tree as it is: what they say of a mutation means nothing. */
async function findUnfit(proofs: readonly Proof[], [one, other]: readonly WorkingCopy[]): Promise<readonly string[]> {
  const tests = proofs.filter((proof): proof is TestProof => "test" in proof);
  const scenarios = proofs.filter((proof): proof is ScenarioProof => "scenarios" in proof);
  const runAll = async (copy: WorkingCopy): Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (const { scenarios: paths } of scenarios) outcomes.push(await runProof({ scenarios: paths }, copy));
    return outcomes;
  };
  if (one === undefined || other === undefined) throw new Error("two copies are needed");
  const [tested, run] = await Promise.all([tests.length === 0 ? [] : runTests(tests, one), runAll(other)]);
  return [...tests, ...scenarios].flatMap((proof, at) => {
    const outcome = [...tested, ...run][at];
    if (outcome?.is === "green") return [];
    return [`${proofName(proof)}${outcome?.is === "broken" ? `: ${outcome.because}` : ""}`];
  });
}

type Held = { readonly mutant: Mutation; readonly outcome: Outcome };

/** Each copy takes the next mutation as soon as it is done with one. In the order of the list. */
async function runMutants(mutants: readonly Mutation[], copies: readonly WorkingCopy[]): Promise<readonly Held[]> {
  const held: Held[] = [];
  const left = [...mutants.entries()];
  const work = async (copy: WorkingCopy): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [at, mutant] = next;
      held[at] = { mutant, outcome: await copy.mutated(mutant, () => runProof(mutant.proof, copy)) };
    }
  };
  await Promise.all(copies.map(work));
  return held;
}

function distinct(proofs: readonly Proof[]): readonly Proof[] {
  return [...new Map(proofs.map((proof) => [proofName(proof), proof])).values()];
}
