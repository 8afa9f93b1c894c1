/** Whether a word is one number: what wc prints of its input, without a name; or a date that is made of digits. */
export function isCount(raw: string): boolean {
  return count.test(raw.replace(/^"([^]*)"$/, "$1"));
}

const count =
  /^\$\((?:\s*wc -[lwcm] <[^;&|<>()]*|[^;&()`]*\|\s*wc -[lwcm]\s*|date(?: -d (?:yesterday|today|'[\w ]+'))? \+(?:%[FYmdHMSjsuyT]|[:_.-])+)\)$/;
