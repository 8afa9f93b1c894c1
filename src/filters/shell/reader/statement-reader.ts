import type { Assignment, Clause, Redirect, SimpleCommand } from "./clause.ts";
import { closingKeywords, keywordAt, middleKeywords, openingKeywords, unreadKeywords } from "./keywords.ts";
import { NotUnderstood } from "./not-understood.ts";
import { asAssignment } from "./read-assignment.ts";
import { readConditional } from "./read-conditional.ts";
import { isRedirect, readRedirect } from "./read-redirect.ts";
import { readWord } from "./read-word.ts";
import { skipBlanks } from "./skip-blanks.ts";
import type { Word } from "./word.ts";

/** What a list of statements stands in. `clauses` collects what all lists of a command line hold. */
export type ListContext = {
  readonly source: string;
  readonly clauses: Clause[];
  readonly depth: number;
};

/** The part of the text that a loop's variable holds in, null of other blocks. */
type Block = { end: number } | null;

const deepest = 16;

/** Walks one list of statements: the whole command line, a subshell, or what stands in `$( )`. */
export class StatementReader {
  readonly #source: string;
  readonly #context: ListContext;
  /** Each block that is open in it. */
  readonly #blocks: Block[] = [];
  #at: number;

  constructor(context: ListContext, at: number) {
    if (context.depth > deepest) throw new NotUnderstood("shell.construct", `nested deeper than ${deepest} levels`);
    this.#source = context.source;
    this.#context = context;
    this.#at = at;
  }

  /** Reads up to the end of the source or to a parenthesis that this list did not open; returns that offset. */
  read(): number {
    for (let joint = ""; ;) {
      this.#skipLines();
      if (this.#isAt("", ")")) {
        if (joint !== "") throw new NotUnderstood("shell.syntax", `no command follows '${joint}'`);
        break;
      }
      if (this.#readCommand() === "command-follows") continue;
      joint = this.#readOperator();
    }
    if (this.#blocks.length > 0) throw new NotUnderstood("shell.syntax", "a block is never closed");
    return this.#at;
  }

  #skipLines(): void {
    this.#skipBlanks();
    while (this.#isAt("\n")) {
      this.#at += 1;
      this.#skipBlanks();
    }
  }

  #readCommand(): "command-follows" | "operator-follows" {
    const keyword = keywordAt(this.#source, this.#at);
    if (keyword === null) {
      if (this.#isAt("(")) this.#readSubshell();
      else this.#readSimple();
      return "operator-follows";
    }
    const unread = unreadKeywords[keyword];
    if (unread !== undefined) throw new NotUnderstood(unread.rule, unread.reason);
    if (keyword === "[[") {
      const { clause, end } = readConditional(this.#source, this.#at, (at) => this.#readNested(at));
      this.#context.clauses.push(clause);
      this.#at = end;
      this.#readBlockRedirects();
      return "operator-follows";
    }
    if (keyword === "for" || keyword === "while") {
      if (keyword === "for") this.#readLoopHead();
      else this.#readWhileHead();
      return "command-follows";
    }
    if (middleKeywords.includes(keyword) && this.#blocks.length === 0)
      throw new NotUnderstood("shell.syntax", `'${keyword}' goes on with nothing`);
    this.#at += keyword.length;
    if (openingKeywords.includes(keyword)) {
      if (keyword === "{" || keyword === "if") this.#blocks.push(null);
      return "command-follows";
    }
    if (closingKeywords.includes(keyword)) this.#closeBlock(keyword);
    return "operator-follows";
  }

  #closeBlock(keyword: string): void {
    if (this.#blocks.length === 0) throw new NotUnderstood("shell.syntax", `'${keyword}' closes nothing`);
    const scope = this.#blocks.pop();
    if (scope) scope.end = this.#at;
    this.#readBlockRedirects();
  }

  #readSubshell(): void {
    if (this.#source.startsWith("((", this.#at)) {
      throw new NotUnderstood("shell.construct", "arithmetic commands ((...)) are not read: use [ ... ]");
    }
    this.#at = this.#readNested(this.#at + 1);
    this.#readBlockRedirects();
  }

  /** Reads the list that a parenthesis opened before `at`, and returns the offset behind the one that closes it. */
  #readNested(at: number): number {
    const context = { ...this.#context, depth: this.#context.depth + 1 };
    const end = new StatementReader(context, at).read();
    if (end >= this.#source.length) throw new NotUnderstood("shell.syntax", "a parenthesis is never closed");
    return end + 1;
  }

  /** `for name in words`; the `do` behind it is read as a keyword like any other. */
  #readLoopHead(): void {
    const start = this.#at;
    this.#at += "for".length;
    this.#skipBlanks();
    if (this.#isAt("("))
      throw new NotUnderstood("shell.construct", "counting loops for ((...)) are not read: use for x in 1 2 3");
    const variable = this.#readWord();
    this.#skipBlanks();
    if (!/in(?=[\s;&|()<>]|$)/y.test(this.#source.slice(this.#at, this.#at + 3))) {
      throw new NotUnderstood("shell.construct", "a for loop must name its words: for x in a b c");
    }
    this.#at += "in".length;
    const words: Word[] = [];
    for (this.#skipBlanks(); !this.#isAt("", ";", "\n"); this.#skipBlanks()) words.push(this.#readWord());
    const scope = { start: this.#at, end: this.#at };
    this.#context.clauses.push({ is: "loop", start, variable, words, scope });
    this.#blocks.push(scope);
    if (this.#isAt(";")) this.#at += 1;
  }

  /** `while read -r name; do`: what is read by no other condition is default-deny, as all that is not listed. */
  #readWhileHead(): void {
    this.#at += "while".length;
    this.#skipBlanks();
    const { words, redirects } = this.#readSimple();
    const behind = /[;\n]\s*do(?=\s)/y;
    behind.lastIndex = this.#at;
    if (words[0]?.text !== "read" || redirects.length > 0 || !behind.test(this.#source))
      throw new NotUnderstood("shell.construct", "of while loops only while read ...; do is read: use for x in ...");
    this.#blocks.push(null);
    if (this.#isAt(";")) this.#at += 1;
  }

  #readSimple(): SimpleCommand {
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    for (;;) {
      this.#skipBlanks();
      if (isRedirect(this.#source, this.#at)) {
        redirects.push(this.#readRedirect());
        continue;
      }
      if (this.#isAt("", "\n", ";", "&", "|", ")")) break;
      if (this.#isAt("(")) {
        throw new NotUnderstood(
          "shell.construct",
          "functions, arrays and extended globs are not read: write the commands and words out",
        );
      }
      const word = this.#readWord();
      const assignment = words.length === 0 ? asAssignment(word) : null;
      if (assignment === null) words.push(word);
      else assignments.push(assignment);
    }
    const command = { is: "command", assignments, words, redirects } as const;
    const start = words[0]?.start ?? assignments[0]?.start ?? redirects[0]?.start;
    if (start === undefined) throw new NotUnderstood("shell.syntax", `a command is missing at offset ${this.#at}`);
    // Redirections alone, as in $(< file), run no command.
    const alone = words.length === 0 && assignments.length === 0;
    this.#context.clauses.push(alone ? { is: "redirects", start, redirects } : { ...command, start });
    return { ...command, start };
  }

  #readBlockRedirects(): void {
    const start = this.#at;
    const redirects: Redirect[] = [];
    for (this.#skipBlanks(); isRedirect(this.#source, this.#at); this.#skipBlanks())
      redirects.push(this.#readRedirect());
    if (redirects.length > 0) this.#context.clauses.push({ is: "redirects", start, redirects });
  }

  /** Reads what ends a command. Returns the operator where another command must follow it, "" where none must. */
  #readOperator(): string {
    this.#skipBlanks();
    if (this.#isAt("", ")", "\n")) return "";
    operators.lastIndex = this.#at;
    const operator = operators.exec(this.#source)?.[0];
    if (operator === undefined) {
      throw new NotUnderstood("shell.syntax", `an operator is missing at offset ${this.#at}`);
    }
    if (operator.startsWith(";") && operator !== ";") {
      throw new NotUnderstood("shell.syntax", `'${operator}' stands outside a case`);
    }
    this.#at += operator.length;
    return operator === ";" || operator === "&" ? "" : operator;
  }

  #readWord(): Word {
    const word = readWord(this.#source, this.#at, (at) => this.#readNested(at));
    this.#at = word.end;
    return word;
  }

  #readRedirect(): Redirect {
    const redirect = readRedirect(this.#source, this.#at, (at) => this.#readNested(at));
    this.#at = redirect.target.end;
    return redirect;
  }

  #skipBlanks(): void {
    this.#at = skipBlanks(this.#source, this.#at);
  }

  /** Whether the next character is one of these; "" is the end of the source. */
  #isAt(...characters: readonly string[]): boolean {
    return characters.includes(this.#source.charAt(this.#at));
  }
}

const operators = /&&|\|\||\|&|;;&?|;&|[;&|]/y;
