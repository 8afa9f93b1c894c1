/** One observation: what was measured, as a weighted sum of columns. */
export type Row = { readonly columns: readonly number[]; readonly value: number; readonly weight: number };
/** What is believed of a weight before any row was seen, and how firmly. */
export type Belief = { readonly value: number; readonly firmness: number };

/** Weights that fit the rows best in least squares, held near beliefs. As many beliefs as columns. */
function leastSquares(rows: readonly Row[], beliefs: readonly Belief[]): readonly number[] {
  const size = beliefs.length;
  const matrix = beliefs.map(({ value, firmness }, at) => {
    const line = Array.from({ length: size + 1 }, () => 0);
    line[at] = firmness + TINY;
    line[size] = firmness * value;
    return line;
  });
  for (const { columns, value, weight } of rows) {
    for (const [a, line] of matrix.entries()) {
      const left = weight * (columns[a] ?? 0);
      if (left === 0) continue;
      for (let b = 0; b < size; b += 1) line[b] = (line[b] ?? 0) + left * (columns[b] ?? 0);
      line[size] = (line[size] ?? 0) + left * value;
    }
  }
  return solved(matrix);
}

/** The same with little heed to outliers: rows are weighed again by their error, some rounds over. */
export function robustFit(rows: readonly Row[], beliefs: readonly Belief[]): readonly number[] {
  let weights = leastSquares(rows, beliefs);
  for (let round = 0; round < ROUNDS; round += 1) {
    const fitted = weights;
    const weighed = rows.map((row) => {
      const error = Math.abs(dot(row.columns, fitted) - row.value);
      return { ...row, weight: (row.weight * USUAL_ERROR) / Math.max(SMALL_ERROR, error) };
    });
    weights = leastSquares(weighed, beliefs);
  }
  return weights;
}

export function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}

const TINY = 1e-12;
const ROUNDS = 15;
const USUAL_ERROR = 0.03;
const SMALL_ERROR = 0.01;

/** Gauss and Jordan, with the largest pivot. */
function solved(matrix: number[][]): readonly number[] {
  const size = matrix.length;
  for (let column = 0; column < size; column += 1) {
    const rest = matrix.slice(column).map((line) => Math.abs(line[column] ?? 0));
    const pivot = column + rest.indexOf(Math.max(...rest));
    const [top = [], chosen = []] = [matrix[column], matrix[pivot]];
    [matrix[column], matrix[pivot]] = [chosen, top];
    for (const [at, line] of matrix.entries()) {
      const factor = (line[column] ?? 0) / (chosen[column] ?? 1);
      if (at === column || factor === 0) continue;
      for (let k = column; k <= size; k += 1) line[k] = (line[k] ?? 0) - factor * (chosen[k] ?? 0);
    }
  }
  return matrix.map((line, at) => (line[size] ?? 0) / (line[at] ?? 1));
}
