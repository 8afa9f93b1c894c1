/**
 * The two-sided p of the exact sign test: how likely so uneven a split, or a more uneven one, is if neither side is better. Ties
 * say nothing of that, so they are not counted; without wins and losses p is 1.
 */
export function signTest(wins: number, losses: number): number {
  const all = wins + losses;
  const fewer = Math.min(wins, losses);
  // In logarithms: 2 to the power of -1,075 is zero.
  let log = -all * Math.LN2;
  let tail = 0;
  for (let count = 0; count <= fewer; count += 1) {
    tail += Math.exp(log);
    log += Math.log((all - count) / (count + 1));
  }
  return Math.min(1, 2 * tail);
}
