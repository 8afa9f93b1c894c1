import fc, { type Arbitrary } from "fast-check";
import { hostileWords } from "./canaries.ts";
import pieces from "./pieces.json" with { type: "json" };

/** The words of one call. */
type Call = Arbitrary<readonly string[]>;

const file = fc.constantFrom(...pieces.files);
const hostile = fc.constantFrom(...hostileWords).map(quote);

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function listOf(words: Arbitrary<string>, most: number): Arbitrary<string[]> {
  return fc.array(words, { maxLength: most });
}

const sedScript = fc
  .array(
    fc.tuple(
      fc.constantFrom(...pieces.addresses),
      fc.constantFrom(...pieces.sedCommands),
      fc.constantFrom(";", "\n", " ; ", "", "} ", "{"),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.map(([address, command, next]) => address + command + next).join(""));

const sedCommand = fc.constantFrom(...pieces.sedCommands).map(quote);

/** sed(1), with several scripts too, of which some stand behind an operand. */
export const sedWords: Call = fc.oneof(
  fc
    .tuple(listOf(fc.constantFrom(...pieces.sedOptions), 2), sedScript, listOf(file, 2))
    .map(([options, script, files]) => ["sed", ...options, quote(script), ...files]),
  fc.tuple(sedCommand, sedCommand, file).map(([first, second, name]) => ["sed", "-e", first, "-e", second, name]),
  fc.tuple(sedCommand, sedCommand, file).map(([first, second, name]) => ["sed", first, "-e", second, name]),
);

const findValue = fc.oneof(
  fc.constantFrom("'*.md'", "f", "d", "2", "+1", "-1", "'%p\\n'", "posix-extended", "exec", "X", "list", "u+w"),
  file,
);
const inner = fc.constantFrom(...pieces.innerCalls);
const exec = fc
  .tuple(
    fc.constantFrom("-exec", "-exec", "-exec", "-execdir", "-ok"),
    inner,
    fc.constantFrom("{}", "{}", "./{}", "-- {}", "{} {}", "x{}", ""),
    fc.constantFrom("\\;", "+", "';'", "", "x + -exec touch X {} +", '"$v" -delete \\;'),
  )
  .map((parts) => parts.filter((part) => part !== "").join(" "));

/** find(1). */
export const findWords: Call = fc
  .tuple(
    listOf(fc.constantFrom(".", "src", "./src", "notes", "/etc/passwd", "-i", "-L", "'-f'", "play", "*", "./*"), 2),
    listOf(
      fc.oneof(
        { arbitrary: fc.tuple(fc.constantFrom(...pieces.tests), findValue).map((pair) => pair.join(" ")), weight: 4 },
        { arbitrary: fc.constantFrom(...pieces.tests), weight: 1 },
        { arbitrary: exec, weight: 3 },
      ),
      3,
    ),
  )
  .map(([starts, expression]) => ["find", ...starts, ...expression]);

/** test(1) and its kin. */
export const testWords: Call = fc
  .tuple(
    fc.constantFrom("[", "test", "[[", "expr"),
    listOf(
      fc.oneof(
        fc.constantFrom(...pieces.operators),
        file,
        hostile,
        fc.constantFrom("1", "a", "''", '"$x"', "$x", "'a[$(touch X)]'"),
      ),
      5,
    ),
  )
  .map(([name, words]) => [name, ...words, ...(name === "[" ? ["]"] : []), ...(name === "[[" ? ["]]"] : [])]);

/** printf(1) and echo. */
export const printfWords: Call = fc
  .tuple(
    fc.constantFrom("printf", "printf", "echo", "seq"),
    listOf(
      fc.oneof(
        fc.constantFrom(...pieces.formats.map(quote)),
        hostile,
        fc.constantFrom("-v", "x", "1", "-e", "-n", "'a[$(touch X)]'", "--"),
      ),
      4,
    ),
  )
  .map(([name, words]) => [name, ...words]);

/** jq(1). */
export const jqWords: Call = fc
  .tuple(
    listOf(fc.constantFrom(...pieces.jqOptions), 2),
    fc.constantFrom(...pieces.filters.map(quote)),
    listOf(file, 2),
  )
  .map(([options, filter, files]) => ["jq", ...options, filter, ...files]);

/** tar(1), gzip(1) and the digests, which read lists of files. */
export const tarWords: Call = fc.oneof(
  fc
    .tuple(listOf(fc.constantFrom(...pieces.tarOptions), 3), listOf(file, 2))
    .map(([options, files]) => ["tar", ...options, ...files]),
  fc
    .tuple(fc.constantFrom(...pieces.listReaders), listOf(fc.constantFrom(...pieces.listOptions), 3), listOf(file, 3))
    .map(([name, options, files]) => [name, ...options, ...files]),
);
