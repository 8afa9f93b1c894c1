import { readFileSync } from "node:fs";

/** One hand-checked pair of `recordings/EXPECTED.json`. */
export type ExpectedPair = {
  readonly recording: string;
  readonly parent: string;
  readonly child: string;
  readonly relation: string;
  /** As scenarios spell it. */
  readonly verdict: "byte-identical" | "rendered-identical" | "diverged";
  readonly normalisations: readonly string[];
  /** The code of the break; null without a break. */
  readonly segment: string | null;
  /** Of the block that breaks or of the item that holds it; null if only the segment is given. */
  readonly pointer: string | null;
  /** Tools that the cause names; null if it does not name any. */
  readonly names: readonly string[] | null;
};

type Written = {
  readonly parent: number;
  readonly child: number;
  readonly relation: string;
  readonly verdict: keyof typeof VERDICTS;
  readonly rules?: readonly string[];
  readonly locus?: string;
  readonly cause?: string;
};

const VERDICTS = {
  "byte-identical": "byte-identical",
  "identical-after-normalisation": "rendered-identical",
  break: "diverged",
} as const;

/** Every pair of the file, in its order. */
export function readExpectedPairs(file: string): readonly ExpectedPair[] {
  const written: Record<string, readonly Written[]> = JSON.parse(readFileSync(file, "utf8"));
  return Object.entries(written).flatMap(([recording, pairs]) => pairs.map((pair) => expected(recording, pair)));
}

function expected(recording: string, pair: Written): ExpectedPair {
  const { parent, child, relation, verdict, rules = [], locus = null, cause = "" } = pair;
  const place = locus === null ? { segment: null, pointer: null } : readLocus(locus);
  return {
    recording,
    parent: String(parent),
    child: String(child),
    relation,
    verdict: VERDICTS[verdict],
    normalisations: rules,
    ...place,
    names: namesIn(cause),
  };
}

/** `system+tools` breaks in the one that comes first in cache order; `messages[0].content[3]` is a pointer. */
function readLocus(locus: string): Pick<ExpectedPair, "segment" | "pointer"> {
  const segment = ["tools", "system", "messages"].find((each) => locus.split("+").includes(each));
  if (segment !== undefined) return { segment, pointer: null };
  return { segment: "messages", pointer: `/${locus.replaceAll(/\[(\d+)\]/g, ".$1").replaceAll(".", "/")}` };
}

/** `… drops 4 tool declarations (agent, get_goal, …); …` */
function namesIn(cause: string): readonly string[] | null {
  const listed = /\btools? (?:declarations |dropped )?\(([\w, ]+)\)/.exec(cause)?.[1];
  return listed?.split(", ") ?? null;
}
