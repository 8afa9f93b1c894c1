import { Chalk } from "chalk";

export type Style = (text: string) => string;

/** The meaning of colours. Each colour only repeats the words. */
export type Paint = {
  readonly good: Style;
  readonly bad: Style;
  readonly warn: Style;
  readonly strong: Style;
  readonly faint: Style;
  /** The differing part of an excerpt. */
  readonly mark: Style;
};

export function makePaint(colour: boolean): Paint {
  // Sixteen colours: the user's own theme decides how they look, so they are readable on any background.
  const chalk = new Chalk({ level: colour ? 1 : 0 });
  return {
    good: chalk.green,
    bad: chalk.red,
    warn: chalk.yellow,
    strong: chalk.bold,
    faint: chalk.dim,
    mark: chalk.red.bold,
  };
}
