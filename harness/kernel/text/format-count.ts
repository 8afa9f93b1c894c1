/** `84320` as `84,320`. Not `toLocaleString`: a report reads the same on every machine. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 block`, `4,200 blocks`; an irregular plural is given. */
export function pluralize(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}
