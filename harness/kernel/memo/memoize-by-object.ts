/**
 * A function of an object that is asked for once: requests, their layouts and answers never change, and a recording's request is
 * looked at as a child and then as a parent. Forgotten with the object.
 */
export function memoizeByObject<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly is: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.is;
    const is = read(key);
    known.set(key, { is });
    return is;
  };
}
