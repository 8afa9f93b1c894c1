import type { Word } from "./reader/word.ts";

/** Paths that are not read to an end: devices, sockets that Bash opens, foreign descriptors, logs of the kernel that wait for more. */
const endless =
  /^\/?dev\/(?!null$)|^\/?dev$|^\/?proc\/kmsg$|^\/?proc\/(?:self|thread-self|\d+)\/(?:task\/\d+\/)?fd(?:\/|$)|^\/?proc\/[^/]+\/(?:root|cwd)(?:\/|$)|^\/?proc\/(?:kcore|kpage\w+|vmcore)$|^\/?proc\/[^/]+\/(?:mem|pagemap)$|^\/?(?:var\/)?run\/(?:initctl|systemd\/.*)$|\/trace_pipe$/i;

/** Relative paths count by these names alone: `dev/` is a folder like any other. */
const relativeDevice =
  /^dev\/(?:zero|full|u?random|stdin|tty\w*|console|kmsg|ptmx|mem|port|fd|fd\/.*|tcp\/.*|udp\/.*|pts\/.*|input\/.*)$|^proc\//;

/** Whether a path names a device, or another thing that is not read to an end. */
export function isDevice(path: string): boolean {
  if (!path.includes("/")) return false;
  const plain = normalise(path);
  // Behind a link of proc, `..` leads elsewhere than the text says.
  if (/^\/+(?:dev|proc|sys)\/.*\.\./i.test(path)) return true;
  return path.startsWith("/") ? endless.test(plain) : relativeDevice.test(plain) && endless.test(plain);
}

/** Whether one of the paths that a word may become is a device: text as it is, a pattern by the folder it looks in. */
export function mayBeDevice({ text, lead, raw }: Word): boolean {
  if (text !== null) return pathsIn(text).some((path) => isDevice(path));
  if (/(?:^|\/)\.\.\/(?:.*\/)?["']?(?:dev|proc|sys)\//.test(raw)) return true;
  const start = normalise(lead);
  if (lead.startsWith("/")) {
    const [, first = "", rest] = start.split("/");
    // A pattern in the first part may match dev.
    if (first === "") return isOpen(raw);
    const isWhole = rest !== undefined || lead.endsWith("/");
    return isWhole ? special.has(first) : [...special].some((name) => name.startsWith(first));
  }
  return false;
}

/** Folders in which a search may come upon what never ends. */
export function holdsDevices(path: string): boolean {
  return /^\/(?:dev|proc|sys)?$/.test(normalise(path)) || /^\/(?:dev|proc|sys)\//.test(normalise(path));
}

const special: ReadonlySet<string> = new Set(["dev", "proc", "sys"]);

/** A pattern right behind the first slash, as in `/{dev,x}/zero`. */
function isOpen(raw: string): boolean {
  return /^["']?\/["']?[*?[{]/.test(raw);
}

/** The text, and what is attached to an option: `--file=/dev/zero`, `-f/dev/zero`. */
function pathsIn(text: string): readonly string[] {
  const attached = /^(?:--?[\w-]+=|-\w)(?<value>[^]+)$/.exec(text)?.groups?.["value"];
  return attached === undefined ? [text] : [text, attached];
}

/** The path without doubled slashes, `.` and `..`: text alone, so a symlink is not seen. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}
