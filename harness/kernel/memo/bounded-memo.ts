/** Remembers values by text, a bounded number of them: `compute` runs where the value of its key is not known. */
export function boundedMemo<Value>(): (key: string, compute: () => Value) => Value {
  const known = new Map<string, { readonly is: Value }>();
  return (key, compute) => {
    const before = known.get(key);
    if (before !== undefined) return before.is;
    const is = compute();
    if (known.size >= MOST) known.clear();
    known.set(key, { is });
    return is;
  };
}

const MOST = 4_096;
