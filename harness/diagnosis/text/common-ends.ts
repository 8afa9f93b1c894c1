/** How many UTF-16 units two texts share at their head and, behind that, at their tail. */
export function commonEnds(parent: string, child: string): readonly [head: number, tail: number] {
  const most = Math.min(parent.length, child.length);
  let head = 0;
  while (head < most && parent.charCodeAt(head) === child.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < most - head &&
    parent.charCodeAt(parent.length - 1 - tail) === child.charCodeAt(child.length - 1 - tail)
  ) {
    tail += 1;
  }
  return [head, tail];
}
