import { readFileSync } from "node:fs";
import loadAssembler from "wabt";

/** A list of WebAssembly's text format, or a word of it. */
type Form = string | readonly Form[];

/**
 * A module in binary form, from text with short forms. `$x` and a number stand for a local and a constant in every instruction;
 * `@x` is a global. `(= x v)` sets either. Of 64 bits: `(or a b …)`, `(and a b …)`, `(xor a b)`, `(not a)`, `(<< a n)`, `(>> a n)`, and `(any a)`: is a bit
 * set? `(bytes eq N)` has a bit for each of the 64 bytes in `$a0` to `$a3` that equals N. `(next $x @from)` moves each bit of `$x` behind the
 * `$white` bytes that follow it, over the end of a block through `@from`. `(doubt-if a)` returns 0. For `(load-block)`, `(find-escaped $x)` and
 * `(find-inside)` see below.
 */
export async function assemble(file: string): Promise<Buffer> {
  const [module] = parse(readFileSync(file, "utf8"));
  const assembler = await loadAssembler();
  return Buffer.from(assembler.parseWat(file, print(module ?? []), { simd: true }).toBinary({}).buffer);
}

function parse(text: string): readonly Form[] {
  const open: Form[][] = [[]];
  for (const [word] of text.replaceAll(/;;.*/g, "").matchAll(/"[^"]*"|[()]|[^\s()]+/g)) {
    if (word === "(") open.push([]);
    else if (word === ")") open.at(-2)?.push(open.pop() ?? []);
    else open.at(-1)?.push(word);
  }
  return open[0] ?? [];
}

function print(form: Form): string {
  if (typeof form === "string") return form;
  const [head, ...rest] = form;
  if (typeof head !== "string") return `(${form.map(print).join(" ")})`;
  const short = SHORT[head];
  if (short !== undefined) return short(rest);
  const type = /^(i32|i64)\.(?!const)/.exec(head)?.[1] ?? (/^(v128|i8x16)\.(?!const)/.test(head) ? "i32" : null);
  return type === null
    ? `(${[head, ...rest].map(print).join(" ")})`
    : `(${[head, ...rest.map((each) => value(each, type))].join(" ")})`;
}

/** A form where a value stands. */
function value(form: Form, type: string = "i64"): string {
  if (typeof form !== "string") return print(form);
  if (form.startsWith("$")) return `(local.get ${form})`;
  if (form.startsWith("@")) return `(global.get $${form.slice(1)})`;
  return /^-?\d/.test(form) ? `(${type}.const ${form})` : form;
}

const fold = (operation: string) => (forms: readonly Form[]) =>
  forms.map((form) => value(form)).reduce((left, right) => `(${operation} ${left} ${right})`);

const SHORT: Readonly<Record<string, (forms: readonly Form[]) => string>> = {
  or: fold("i64.or"),
  and: fold("i64.and"),
  xor: fold("i64.xor"),
  not: ([form = ""]) => `(i64.xor ${value(form)} (i64.const -1))`,
  any: ([form = ""]) => `(i64.ne ${value(form)} (i64.const 0))`,
  "<<": ([form = "", by = ""]) => `(i64.shl ${value(form)} ${value(by)})`,
  ">>": ([form = "", by = ""]) => `(i64.shr_u ${value(form)} ${value(by)})`,
  "=": ([name = "", form = ""]) =>
    String(name).startsWith("@")
      ? `(global.set $${String(name).slice(1)} ${value(form)})`
      : `(local.set ${String(name)} ${value(form)})`,
  bytes: ([comparison = "", byte = ""]) => {
    const quarter = (at: number): string =>
      `(i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.${String(comparison)} (local.get $a${at}) (i8x16.splat (i32.const ${String(byte)}))))) (i64.const ${16 * at}))`;
    return `(i64.or (i64.or ${quarter(0)} ${quarter(1)}) (i64.or ${quarter(2)} ${quarter(3)}))`;
  },
  "doubt-if": ([condition = ""]) => `(if ${value(condition)} (then (return (i32.const 0))))`,
  next: (forms) => expand(NEXT, forms),
  "load-block": () => expand(LOAD_BLOCK, []),
  "find-escaped": (forms) => expand(FIND_ESCAPED, forms),
  "find-inside": () => expand(FIND_INSIDE, []),
};

function expand(text: string, forms: readonly Form[]): string {
  const [first = "", second = ""] = forms.map(String);
  return parse(text.replaceAll("FIRST", first).replaceAll("SECOND", second)).map(print).join("\n");
}

/** White space is a run: a bit added at its start comes out behind its end. */
const NEXT = `
  (= $sum (or (<< FIRST 1) SECOND))
  (= SECOND (>> FIRST 63))
  (= FIRST (and $sum (not $white)))
  (= $sum (i64.add (and $sum $white) $white))
  (= SECOND (or SECOND (i64.extend_i32_u (i64.lt_u $sum $white))))
  (= FIRST (or FIRST (and $sum (not $white))))`;

const LOAD_BLOCK = `
  (= $a0 (v128.load offset=0 $at))
  (= $a1 (v128.load offset=16 $at))
  (= $a2 (v128.load offset=32 $at))
  (= $a3 (v128.load offset=48 $at))`;

/** Which bytes a backslash escapes: runs of backslashes by addition (simdjson, find_escaped). */
const FIND_ESCAPED = `
  (= FIRST (and $backslashes (not @escaped)))
  (= $odd (xor (i64.sub (or (<< FIRST 1) 0xaaaaaaaaaaaaaaaa) FIRST) 0xaaaaaaaaaaaaaaaa))
  (= FIRST (xor $odd (or $backslashes @escaped)))
  (= @escaped (>> (and $odd $backslashes) 63))`;

/** Which bytes lie in a string, its opening quote included: each is behind an odd number of quotes. */
const FIND_INSIDE = `
  (= $inside (xor $quotes (<< $quotes 1)))
  (= $inside (xor $inside (<< $inside 2)))
  (= $inside (xor $inside (<< $inside 4)))
  (= $inside (xor $inside (<< $inside 8)))
  (= $inside (xor $inside (<< $inside 16)))
  (= $inside (xor (xor $inside (<< $inside 32)) @in_string))
  (= @in_string (i64.shr_s $inside 63))`;
