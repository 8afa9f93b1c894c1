import { Chalk } from "chalk";

export type Brush = (text: string) => string;

/** What colours mean here. Every one of them only repeats what the words already say. */
export type Paint = {
  readonly good: Brush;
  readonly bad: Brush;
  readonly warn: Brush;
  readonly strong: Brush;
  readonly faint: Brush;
  /** The differing part of an excerpt. */
  readonly mark: Brush;
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
