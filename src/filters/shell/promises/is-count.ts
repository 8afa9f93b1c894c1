/** Whether a word is one number: what wc prints of its input, without a name; or a date that is made of digits. */
export function isCount(raw: string): boolean {
  return count.test(raw.replace(/^"([^]*)"$/, "$1"));
}

/** One line, in which nothing but a single `|` joins commands, and wc takes no operand, whose name it would print. */
const count =
  /^\$\((?: *wc -[lwcm] < ?(?:"[^"()\x60\n]+"|'[^'()\n]+'|[\w./~$-]+) *|(?:[^;&()\x60|\n]|\|(?![|&]))*\| *wc -[lwcm] *|date(?: -d (?:yesterday|today|'[\w ]+'))? \+(?:%[FYmdHMSjsuyT]|[:_.-])+)\)$/;
