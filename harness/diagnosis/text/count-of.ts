/** `1 tool`, `4 tools`; a plural that is not made with an s is given. */
export function countOf(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
