import { canaryPaths } from "./canaries.ts";
import type { TracedCall } from "./traced-call.ts";

/** What an allowed command did that no promise permits. */
export type Misdeed = {
  readonly did: "writes" | "connects" | "runs" | "opens-canary" | "signals";
  /** The call, as strace printed it. */
  readonly call: string;
};

/**
 * Judges one system call of a command that a filter allowed; null where it only reads.
 *
 * @param programs names that the filter's tables allow
 */
export function judgeCall(call: TracedCall, command: string, programs: ReadonlySet<string>): Misdeed | null {
  const did = misdeedOf(call, command, programs);
  return did === null ? null : { did, call: `${call.name}(${call.args}`.slice(0, 300) };
}

function misdeedOf(call: TracedCall, command: string, programs: ReadonlySet<string>): Misdeed["did"] | null {
  switch (call.name) {
    case "execve":
    case "execveat":
      return mayRun(call, command, programs) ? null : "runs";
    case "open":
    case "openat":
    case "openat2":
    case "creat":
      return judgeOpen(call, command);
    case "unlink":
    case "unlinkat":
      return isTemporary(call.texts[0] ?? "") ? null : "writes";
    case "connect":
    case "bind":
    case "sendto":
    case "sendmsg":
    case "sendmmsg":
      return isLocalQuestion(call) ? null : "connects";
    case "kill":
      return /, (?:0|SIG_0|SIGCONT|SIGCHLD)\b/.test(call.args) || /\btimeout\b/.test(command) ? null : "signals";
    case "chdir":
      return null;
    case "syslog":
      return /\/\* SYSLOG_ACTION_(?:READ_ALL|SIZE_BUFFER|SIZE_UNREAD)/.test(call.args) ? null : "writes";
    case "adjtimex":
      return call.args.startsWith("{modes=0,") ? null : "writes";
    default:
      return "writes";
  }
}

const systemFolder =
  /^\/(?:usr\/(?:local\/)?)?s?bin\/([^/]+)$|^\/mnt\/(?:applets|bin|guard)\/([^/]+)$|^\/usr\/lib\/git-core\/(git)$/;

/** Programs that utilities are made of on Debian: some are scripts, and tar asks the decompressor that its options name. */
const parts: Readonly<Record<string, readonly string[]>> = {
  zcat: ["gzip"],
  gunzip: ["gzip"],
  egrep: ["grep"],
  fgrep: ["grep"],
  tar: ["gzip", "bzip2", "xz", "zstd", "lzma", "lzip", "lzop", "compress"],
  xzcat: ["xz"],
  lsb_release: ["getopt", "cat", "cut", "tr", "head", "sed"],
  git: ["sed", "sort"],
};

/** Whether a program stands in a folder of the system, the tables know it, and the command names it or what it is a part of. */
function mayRun({ args, texts }: TracedCall, command: string, programs: ReadonlySet<string>): boolean {
  const found = systemFolder.exec(texts[0] ?? "");
  const name = found?.[1] ?? found?.[2] ?? found?.[3] ?? "";
  const argv = args.slice(args.indexOf("["));
  if (/^\["(?:perl|python[23]?|ruby|node)", "--version"\]/.test(argv)) return true;
  if (/^\["(?:bash|dash|zsh|busybox", "ash)", "-c", /.test(argv) && isStart(texts[texts.indexOf("-c") + 1], command))
    return true;
  const whole = Object.entries(parts).find(([utility, names]) => names.includes(name) && says(command, utility));
  return whole !== undefined || (programs.has(name) && says(command, name));
}

/** Whether a text is the command, which strace cuts at 400 bytes. */
function isStart(text: string | undefined, command: string): boolean {
  return (
    text !== undefined &&
    text !== "" &&
    (text === command || (text.length > 80 && command.startsWith(text.slice(0, 80))))
  );
}

/** Whether a command says a name, be it in quotes or behind backslashes. */
function says(command: string, name: string): boolean {
  return command.replaceAll(/['"\\]|\\\n/g, "").includes(name);
}

function judgeOpen({ name, args, texts }: TracedCall, command: string): Misdeed["did"] | null {
  const path = texts[0] ?? "";
  const canary = canaryPaths.find((each) => path.startsWith(each));
  if (canary !== undefined && !command.includes(canary)) return "opens-canary";
  const writes = name === "creat" || /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)\b/.test(args);
  // coreutils put /dev/full where a standard stream is closed, and a folder cannot be opened to write.
  if (
    !writes ||
    / = -1 EISDIR/.test(args) ||
    /^\/dev\/(?:null|full|tty|stdout|stderr|fd\/[12])$|^\/proc\/self\/fd\/[12]$/.test(path)
  )
    return null;
  return isTemporary(path) && /\bO_(?:EXCL|TMPFILE)\b/.test(args) ? null : "writes";
}

/** tac, sort and here-documents use files with names that nobody can guess; the folder is empty before and after. */
function isTemporary(path: string): boolean {
  return /^\/tmp\/[^/]+$/.test(path);
}

/** Reading questions to the kernel, and to the cache of names, which glibc asks for users and groups; it runs nowhere here. */
function isLocalQuestion({ name, args, texts }: TracedCall): boolean {
  if (name === "connect" && texts[0] === "/var/run/nscd/socket") return true;
  if (/^\d+, \{sa_family=AF_NETLINK/.test(args)) return true;
  // ip(8) asks in this way whether the kernel knows the request: it names no link, and so changes none.
  if (/nlmsg_len=32, nlmsg_type=RTM_NEWLINK/.test(args) && /ifi_index=0\b/.test(args)) return true;
  return (
    /nlmsg_type=(?:RTM_GET\w+|SOCK_DIAG_BY_FAMILY|NLMSG_DONE)/.test(args) &&
    !/nlmsg_type=RTM_(?:NEW|DEL|SET)/.test(args)
  );
}
