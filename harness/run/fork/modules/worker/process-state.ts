import { syncBuiltinESMExports } from "node:module";

/** The process state that users' code can change for the next job, as far as a process can detect it. */
export type ProcessState = {
  readonly cwd: string;
  readonly environment: string;
  readonly exitCode: string;
  readonly members: ReadonlyMap<object, ReadonlyMap<PropertyKey, PropertyDescriptor>>;
  readonly listeners: ReadonlyMap<string | symbol, readonly unknown[]>;
  readonly hasCapture: boolean;
  readonly handles: string;
};

/** Modules of Node whose functions people replace to watch or to fake what a program does. */
const BUILTINS = ["http", "https", "net", "tls", "dns", "fs", "fs/promises", "child_process", "timers", "events"];

/**
 * Loads what Node loads at its first use, so that using it changes nothing later. Only then is the state taken that jobs are held against.
 */
export async function settleProcess(): Promise<void> {
  for (const name of Reflect.ownKeys(globalThis)) {
    // Touching the storage would ask for a file.
    if (name !== "localStorage" && name !== "sessionStorage") Reflect.get(globalThis, name);
  }
  await fetch("data:,");
  process.stdout.write("");
  process.stderr.write("");
  syncBuiltinESMExports();
}

export function captureState(): ProcessState {
  const members = new Map<object, ReadonlyMap<PropertyKey, PropertyDescriptor>>();
  for (const holder of holders()) members.set(holder, membersOf(holder));
  return {
    cwd: process.cwd(),
    environment: environmentText(),
    exitCode: String(process.exitCode),
    members,
    listeners: new Map(process.eventNames().map((name) => [name, process.rawListeners(name)])),
    hasCapture: process.hasUncaughtExceptionCaptureCallback(),
    handles: activeHandles(),
  };
}

/** The difference from `before`, in a word for people; null without one. */
export function whatChanged(before: ProcessState): string | null {
  const handles = activeHandles();
  if (handles !== before.handles) return `open handles (${handles || "none"})`;
  if (process.cwd() !== before.cwd) return "the working directory";
  if (environmentText() !== before.environment) return "the environment";
  if (String(process.exitCode) !== before.exitCode) return "the exit code";
  for (const [holder, members] of before.members) {
    const changed = changedMember(holder, members);
    if (changed !== null) return `the global ${String(changed)}`;
  }
  const names = process.eventNames();
  const differs = names.find((name) => !isSameList(process.rawListeners(name), before.listeners.get(name) ?? []));
  if (differs !== undefined || names.length !== before.listeners.size) return "the process's listeners";
  if (process.hasUncaughtExceptionCaptureCallback() !== before.hasCapture) return "the process's listeners";
  return null;
}

/** Whatever keeps the process alive: connections, timers, children. They close in their own time. Turns of the event loop are ours. */
export function activeHandles(): string {
  const active = process.getActiveResourcesInfo().filter((name) => name !== "Immediate");
  return active.sort().join(" ");
}

function environmentText(): string {
  return JSON.stringify(Object.entries(process.env).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The globals and the modules that BUILTINS names, with the prototypes of the classes in them. */
function holders(): ReadonlySet<object> {
  const found = new Set<object>([globalThis, process]);
  const add = (value: unknown): void => {
    if ((typeof value === "object" || typeof value === "function") && value !== null) found.add(value);
  };
  const addClasses = (holder: object): void => {
    for (const name of Reflect.ownKeys(holder)) {
      const value: unknown = Reflect.getOwnPropertyDescriptor(holder, name)?.value;
      if (holder === globalThis) add(value);
      if (typeof value === "function") add(Reflect.getOwnPropertyDescriptor(value, "prototype")?.value);
    }
  };
  addClasses(globalThis);
  for (const name of BUILTINS) {
    const builtin = process.getBuiltinModule(name);
    if (builtin === undefined) continue;
    add(builtin);
    addClasses(builtin);
  }
  return found;
}

function membersOf(holder: object): ReadonlyMap<PropertyKey, PropertyDescriptor> {
  const members = new Map<PropertyKey, PropertyDescriptor>();
  for (const name of Reflect.ownKeys(holder)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(holder, name);
    if (descriptor !== undefined && !OWN_WORK.has(name)) members.set(name, descriptor);
  }
  return members;
}

/** Members of `process` in which Node counts its listeners, which are compared by themselves. */
const OWN_WORK: ReadonlySet<PropertyKey> = new Set(["_events", "_eventsCount", "exitCode", "env"]);

function changedMember(holder: object, members: ReadonlyMap<PropertyKey, PropertyDescriptor>): PropertyKey | null {
  let count = 0;
  for (const name of Reflect.ownKeys(holder)) {
    if (OWN_WORK.has(name)) continue;
    count += 1;
    const before = members.get(name);
    if (before === undefined || !isUnchanged(holder, name, before)) return name;
  }
  return count === members.size ? null : "that is gone";
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((each, at) => each === right[at]);
}

/** A value is read as it is, which takes a fifth of the time of asking for its descriptor. */
function isUnchanged(holder: object, name: PropertyKey, before: PropertyDescriptor): boolean {
  if (before.get === undefined && before.set === undefined) return Object.is(before.value, Reflect.get(holder, name));
  const now = Reflect.getOwnPropertyDescriptor(holder, name);
  return now?.get === before.get && now?.set === before.set;
}
