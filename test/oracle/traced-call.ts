/** A system call as strace printed its entry: name, what stood between the brackets, and the texts among it. */
export type TracedCall = { readonly name: string; readonly args: string; readonly texts: readonly string[] };

/** One line of `strace -f`; null for the end of an interrupted call, an exit and a signal, which say nothing new. */
export function readTracedCall(line: string): TracedCall | null {
  const found = /^(?:\[pid +\d+\] |\d+ +)?([a-z_]\w*)\((.*)$/.exec(line);
  const [, name, args] = found ?? [];
  if (name === undefined || args === undefined) return null;
  return { name, args, texts: [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => unescape(text)) };
}

const named: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", v: "\v", f: "\f", '"': '"', "\\": "\\" };

/** Escapes of C, as strace prints bytes that are not printable ASCII. */
function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  const bytes = text.replace(/\\([0-7]{1,3}|x[0-9a-f]{2}|.)/g, (_, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    if (code.startsWith("x")) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return named[code] ?? code;
  });
  return Buffer.from(bytes, "latin1").toString("utf8");
}
