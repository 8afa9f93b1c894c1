/** Does the first task alone, then the others, `width` at once. The results have the order of the tasks. */
export async function firstThenPool<Result>(
  tasks: readonly (() => Promise<Result>)[],
  width: number,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = tasks.entries();
  const drain = async (most: number): Promise<void> => {
    for (let done = 0; done < most; done += 1) {
      const { value, done: isOver } = left.next();
      if (isOver === true) return;
      const [at, task] = value;
      results[at] = await task();
    }
  };
  await drain(1);
  await Promise.all(Array.from({ length: width }, () => drain(Infinity)));
  return results;
}
