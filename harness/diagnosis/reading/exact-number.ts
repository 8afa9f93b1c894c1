/** A number that no double holds: its decimal value as text, in one spelling. */
export class ExactNumber {
  readonly decimal: string;

  constructor(decimal: string) {
    this.decimal = decimal;
  }
}

/** The value of a JSON number: a number where a double holds just what is written, else its digits. */
export function readNumber(spelled: string): number | ExactNumber {
  const value = Number(spelled);
  const decimal = decimalOf(spelled);
  // -0 and 0 are one number.
  return Number.isFinite(value) && decimalOf(String(value)) === decimal ? value + 0 : new ExactNumber(decimal);
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** One spelling for each decimal value: `-12e3` for -12000, -1.2e4 and -12.000E+3. */
function decimalOf(spelled: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(spelled) ?? [];
  const digits = whole + fraction;
  let [from, to] = [0, digits.length];
  while (digits[from] === "0") from += 1;
  while (to > from && digits[to - 1] === "0") to -= 1;
  if (from === to) return "0";
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - to);
  return `${sign}${digits.slice(from, to)}e${power}`;
}
