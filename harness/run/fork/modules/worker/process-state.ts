import { getDefaultResultOrder, getServers } from "node:dns";
import nodeModule, { syncBuiltinESMExports } from "node:module";
import { getDefaultAutoSelectFamily } from "node:net";
import { fileIdentity } from "../../../../io/files/file-identity.ts";
import { captureMembers, findChangedMember, type ProcessMembers } from "./process-members.ts";

/** The process state that users' code can change for the next job, as far as a process can detect it. */
export type ProcessState = {
  readonly members: ProcessMembers;
  readonly settings: Settings;
  readonly listeners: ReadonlyMap<string | symbol, readonly unknown[]>;
  readonly handles: string;
};

/** Values by their names for people. */
type Settings = readonly (readonly [name: string, value: unknown])[];

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
  watchHooks("registerHooks");
  watchHooks("register");
  syncBuiltinESMExports();
}

export function captureState(): ProcessState {
  return {
    members: captureMembers(),
    settings: settings(),
    listeners: new Map(process.eventNames().map((name) => [name, process.rawListeners(name)])),
    handles: activeHandles(),
  };
}

/** The difference from `before`, in a word for people; null without one. */
export function whatChanged(before: ProcessState): string | null {
  // First: with a changed member, what follows may not do what it says.
  const member = findChangedMember(before.members);
  if (member !== null) return `the global ${member}`;
  const handles = activeHandles();
  if (handles !== before.handles) return `open handles (${handles || "none"})`;
  const now = settings();
  const setting = now.find(([, value], at) => !Object.is(value, before.settings[at]?.[1]));
  if (setting !== undefined) return setting[0];
  const names = process.eventNames();
  const differs = names.find((name) => !isSameList(process.rawListeners(name), before.listeners.get(name) ?? []));
  return differs === undefined && names.length === before.listeners.size ? null : "the process's listeners";
}

/** Whatever keeps the process alive: connections, timers, children. They close in their own time. Turns of the event loop are ours. */
export function activeHandles(): string {
  const active = process.getActiveResourcesInfo().filter((name) => name !== "Immediate");
  return active.sort().join(" ");
}

function settings(): Settings {
  return [
    ["the working directory", process.cwd()],
    ["the environment", JSON.stringify(Object.entries(process.env).sort(([a], [b]) => (a < b ? -1 : 1)))],
    ["the exit code", process.exitCode],
    ["the user", `${process.geteuid?.()} ${process.getegid?.()}`],
    ["the mask of new files", process.umask()],
    ["the process's listeners", process.hasUncaughtExceptionCaptureCallback()],
    ["the hooks of imports", hookCount],
    ["the settings of dns", `${getDefaultResultOrder()} ${getServers().join(" ")}`],
    ["the settings of net", getDefaultAutoSelectFamily()],
    ...[process.stdout, process.stderr].flatMap((stream): Settings => [
      ["a standard stream", stream.write],
      ["a standard stream", stream.end],
      ["a standard stream", stream.emit],
      ["a standard stream", stream.writable],
      ["a standard stream", fileIdentity(stream.fd)],
    ]),
  ];
}

let hookCount = 0;

/** Counts the calls of a function that changes later imports, which leaves no other trace. */
function watchHooks(name: "register" | "registerHooks"): void {
  const original: unknown = Reflect.get(nodeModule, name);
  if (typeof original !== "function") return;
  const watched = (...given: readonly unknown[]): unknown => {
    hookCount += 1;
    return Reflect.apply(original, nodeModule, given);
  };
  Reflect.set(nodeModule, name, watched);
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((each, at) => each === right[at]);
}
