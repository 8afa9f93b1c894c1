import http from "node:http";
import https from "node:https";

/**
 * The members of globals, of Node's modules and of the classes in both: the values that users' code can replace.
 *
 * The comparison itself must not use anything that such code can replace. So it calls functions that were taken before, and its
 * loops count: `for … of` would call `Array.prototype[Symbol.iterator]`.
 */
export type ProcessMembers = readonly HolderMembers[];

type HolderMembers = {
  readonly holder: object;
  readonly names: readonly PropertyKey[];
  /** In the order of the names; undefined for a member that is not compared. */
  readonly members: readonly (PropertyDescriptor | undefined)[];
};

const { getOwnPropertyDescriptor, is } = Object;
const { get, getPrototypeOf, ownKeys } = Reflect;

export function captureMembers(): ProcessMembers {
  return [...findHolders()].map((holder) => {
    const names = ownKeys(holder);
    return { holder, names, members: names.map((name) => memberOf(holder, name)) };
  });
}

function memberOf(holder: object, name: PropertyKey): PropertyDescriptor | undefined {
  return isOwnWork(holder, name) ? undefined : getOwnPropertyDescriptor(holder, name);
}

/** Members in which Node counts listeners and sockets, and those of `process` that are compared by themselves. */
function isOwnWork(holder: object, name: PropertyKey): boolean {
  if (name === "_events" || name === "_eventsCount" || name === "totalSocketCount") return true;
  return holder === process && (name === "exitCode" || name === "env");
}

/** The first member that differs from `before`, in a word for people; null without one. */
export function findChangedMember(before: ProcessMembers): string | null {
  for (let at = 0; at < before.length; at += 1) {
    const holder = before[at];
    const changed = holder === undefined ? null : changedMember(holder);
    if (changed !== null) return changed;
  }
  return null;
}

function changedMember({ holder, names, members }: HolderMembers): string | null {
  const now = ownKeys(holder);
  for (let at = 0; at < now.length || at < names.length; at += 1) {
    const name = names[at];
    if (name === undefined || now[at] !== name) return shown(now[at] ?? name);
    const member = members[at];
    if (member !== undefined && !isUnchanged(holder, name, member)) return shown(name);
  }
  return null;
}

function shown(name: PropertyKey | undefined): string {
  return typeof name === "symbol" ? "of a symbol" : `${name ?? ""}`;
}

/** A value is read as it is, which takes a fifth of the time of asking for its descriptor. */
function isUnchanged(holder: object, name: PropertyKey, before: PropertyDescriptor): boolean {
  if (before.get === undefined && before.set === undefined) return is(before.value, get(holder, name));
  const now = getOwnPropertyDescriptor(holder, name);
  return now?.get === before.get && now?.set === before.set;
}

/** Modules of Node that load in a few milliseconds in all, and warn of nothing. */
const BUILTINS =
  "assert async_hooks buffer child_process console crypto dgram diagnostics_channel dns dns/promises events fs fs/promises http http2 https module net os path path/posix path/win32 perf_hooks process querystring readline readline/promises stream stream/consumers stream/promises stream/web string_decoder timers timers/promises tls tty url util util/types v8 vm worker_threads zlib";

/** Touching the storage would ask for a file. */
const isStorage = (name: PropertyKey): boolean => name === "localStorage" || name === "sessionStorage";

function findHolders(): ReadonlySet<object> {
  const found = new Set<object>();
  const add = (value: unknown): void => {
    for (let each = value; isObject(each) && !found.has(each); each = getPrototypeOf(each)) found.add(each);
  };
  const addClasses = (holder: object): void => {
    for (const name of ownKeys(holder)) {
      const value: unknown = getOwnPropertyDescriptor(holder, name)?.value;
      if (typeof value === "function") add(getOwnPropertyDescriptor(value, "prototype")?.value);
    }
  };
  add(globalThis);
  add(process);
  for (const name of ownKeys(globalThis).filter((each) => !isStorage(each))) {
    // Node defines many of them by a getter.
    const value: unknown = get(globalThis, name);
    add(value);
    if (typeof value === "function") add(getOwnPropertyDescriptor(value, "prototype")?.value);
    else if (isObject(value) && value !== globalThis) addClasses(value);
  }
  for (const name of BUILTINS.split(" ")) {
    const builtin: unknown = process.getBuiltinModule(name);
    add(builtin);
    if (isObject(builtin)) addClasses(builtin);
  }
  for (const { globalAgent } of [http, https]) {
    add(globalAgent);
    add(get(globalAgent, "options"));
  }
  for (const each of [[].values(), new Map().values(), new Set().values(), "".matchAll(/x/g), (function* () {})()])
    add(getPrototypeOf(each));
  for (const each of [async () => {}, function* () {}, async function* () {}]) add(getPrototypeOf(each));
  return found;
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
