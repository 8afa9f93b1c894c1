/** A row of the table of vectors in harness/cache-model/VECTORS.md. */
export type SpecifiedVector = {
  readonly id: string;
  /** Numbers of two digits or more that its two columns name, model names and versions left out. */
  readonly numbers: readonly number[];
  /** Counters of one request, as the table writes them: `{3, 5169, 0}` or `4,020 / 0 / 4,012`. */
  readonly counters: readonly (readonly number[])[];
};

/** Its vectors. */
export function specifiedVectors(text: string): readonly SpecifiedVector[] {
  return [...text.matchAll(/^\| (V\d+) +\| (.*?) \| (.*?) \| [^|]* \|$/gm)].map(
    ([, id = "", sequence = "", expected = ""]) => ({
      id,
      expected,
      numbers: [...new Set([...numbersIn(sequence), ...numbersIn(expected)])],
      counters: countersIn(expected),
    }),
  );
}

/** The failures of forks from the field. */
export function specifiedFailures(text: string): readonly Pick<SpecifiedVector, "id" | "numbers">[] {
  return [...text.matchAll(/^\| (F\d+) +\| (.*?) \| (.*?) \| [^|]* \|$/gm)].map(([, id = "", , signature = ""]) => ({
    id,
    numbers: numbersIn(signature),
  }));
}

/** The properties that hold for every engine. */
export function specifiedInvariants(text: string): readonly string[] {
  return [...text.matchAll(/^\| (P\d+) +\|/gm)].map(([, id = ""]) => id);
}

/** Tests by the ids that they name: their whole text, numbers without separators, white space left out. */
export function testsById(files: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of files) {
    for (const part of text.split(/^(?=\s*(?:test|describe)\b|\s*\[\n|\s*\["V)/m)) {
      const plain = part.replaceAll(/(\d)_(?=\d)/g, "$1").replaceAll(/\s+/g, "");
      for (const [id] of part.matchAll(/\b(?:V\d{2,3}|[FP]\d{1,2})\b/g)) found.set(id, (found.get(id) ?? "") + plain);
    }
  }
  return found;
}

const COUNTERS = /\{([\d, ]+)\}/g;

function countersIn(cell: string): readonly (readonly number[])[] {
  const braced = [...cell.matchAll(COUNTERS)].map(([, inside = ""]) => inside.split(",").map(Number));
  const slashed = [...cell.matchAll(/(?<!\/ )(?<![\d,])([\d,]+) \/ ([\d,]+) \/ ([\d,]+)(?! \/)(?![\d,])/g)].map(
    (match) => match.slice(1).map(plain),
  );
  return [...braced, ...slashed];
}

function numbersIn(cell: string): readonly number[] {
  const braced = [...cell.matchAll(COUNTERS)].flatMap(([, inside = ""]) => inside.split(",").map(Number));
  const rest = cell
    .replaceAll(COUNTERS, " ")
    .replaceAll(/`[^`]*`/g, " ")
    .replaceAll(/\b[A-Za-z]+-[\w.-]*\d[\w.-]*|\b\d\.\d-\w+/g, " ");
  const free = [...rest.matchAll(/(?<![\w.])(\d{1,3}(?:,\d{3})+(?!\d)|\d+)(\.\d+)?([kK])?\b/g)].map(
    ([, whole = "", part = "", thousand]) => Number(plain(whole) + part) * (thousand === undefined ? 1 : 1000),
  );
  return [...braced, ...free].filter((number) => number >= 10).map(Math.round);
}

function plain(written: string): number {
  return Number(written.replaceAll(",", ""));
}
