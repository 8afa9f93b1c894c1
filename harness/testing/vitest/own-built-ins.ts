/**
 * Methods of the language as they were when this was loaded. The judge runs in the same process as the tests, and one that leaves
 * `Array.prototype.flatMap` replaced could mute it.
 *
 * The comparison itself uses nothing that can be replaced: functions that were taken before, and loops that count.
 */
type Member = { readonly holder: object; readonly name: PropertyKey; readonly is: PropertyDescriptor };

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;

const CLASSES = [
  Array,
  ArrayBuffer,
  Boolean,
  Buffer,
  Date,
  Error,
  Float64Array,
  Function,
  Map,
  Number,
  Object,
  Promise,
  RegExp,
  Set,
  String,
  Symbol,
  Uint8Array,
  WeakMap,
  WeakSet,
];

/** Objects whose prototypes have no names. */
const UNNAMED: readonly object[] = [
  Uint8Array.prototype,
  [].values(),
  Object(getPrototypeOf([].values())),
  new Map().values(),
  new Set().values(),
  "".matchAll(/x/g),
];

const HOLDERS: readonly object[] = [
  ...CLASSES.flatMap((each): readonly object[] => [each, each.prototype]),
  JSON,
  Math,
  Reflect,
  ...UNNAMED.flatMap((each) => getPrototypeOf(each) ?? []),
];

const GLOBALS = [
  "Array",
  "Buffer",
  "Date",
  "JSON",
  "Map",
  "Math",
  "Number",
  "Object",
  "Promise",
  "Reflect",
  "RegExp",
  "Set",
  "String",
  "WeakMap",
];

const members: readonly Member[] = [
  ...HOLDERS.flatMap((holder) => ownKeys(holder).flatMap((name) => memberOf(holder, name))),
  ...GLOBALS.flatMap((name) => memberOf(globalThis, name)),
];

function memberOf(holder: object, name: PropertyKey): readonly Member[] {
  const is = getOwnPropertyDescriptor(holder, name);
  return is?.configurable === true ? [{ holder, name, is }] : [];
}

/** Runs a function among the language's own methods, whatever the code under test left in their place. Its replacements are there again afterwards. */
export function withOwnBuiltIns<T>(run: () => T): T {
  const left: { readonly member: Member; readonly now: PropertyDescriptor | undefined }[] = [];
  let count = 0;
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at];
    if (member === undefined) continue;
    const now = getOwnPropertyDescriptor(member.holder, member.name);
    if (isSame(member.is, now)) continue;
    left[count] = { member, now };
    count += 1;
    defineProperty(member.holder, member.name, member.is);
  }
  try {
    return run();
  } finally {
    for (let at = count - 1; at >= 0; at -= 1) {
      const each = left[at];
      if (each === undefined) continue;
      const { member, now } = each;
      if (now === undefined) deleteProperty(member.holder, member.name);
      else defineProperty(member.holder, member.name, now);
    }
  }
}

function isSame(before: PropertyDescriptor, now: PropertyDescriptor | undefined): boolean {
  return now !== undefined && now.value === before.value && now.get === before.get && now.set === before.set;
}
