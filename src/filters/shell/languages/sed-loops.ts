/** A command of a sed script: `$!ba` in the third block is address `$!`, name `b`, rest `a`. */
export type SedCommand = {
  readonly address: string;
  readonly name: string;
  readonly rest: string;
  /** The commands that opened the blocks around it, outermost first. */
  readonly block: readonly number[];
};

/**
 * What may keep a script from ending, or null. A branch back to a label ends where each round takes a line of input by N or n, which end the
 * script at the last one; D comes back without a line of its own, so nothing in a script with D may add one.
 */
export function findEndless(commands: readonly SedCommand[]): string | null {
  const branch = commands.find((command, at) => isBranch(command) && !ends(commands, command, at));
  if (branch !== undefined)
    return `branch ${branch.address}${branch.name} ${branch.rest}, which may come back for ever`;
  if (!commands.some(({ name }) => name === "D")) return null;
  const growing = commands.find((command) => addsLines(command));
  return growing === undefined ? null : `command D beside ${growing.name}, which may add a line each time`;
}

function isBranch({ name, rest }: SedCommand): boolean {
  return /^[btT]$/.test(name) && rest !== "";
}

function ends(commands: readonly SedCommand[], branch: SedCommand, at: number): boolean {
  const labels = commands.flatMap(({ name, rest }, index) => (name === ":" && rest === branch.rest ? [index] : []));
  const [label] = labels;
  if (label === undefined || labels.length > 1) return false;
  if (label > at) return true;
  const round = commands.slice(label + 1, at);
  // A way around the N.
  if (round.some((command) => command.name === ":" || isBranch(command))) return false;
  return round.some((command) => /^[Nn]$/.test(command.name) && isTakenBefore(command, branch));
}

/** Whether whoever comes to the branch and takes it has taken this command. */
function isTakenBefore({ address, block }: SedCommand, branch: SedCommand): boolean {
  const around = block.every((opened, depth) => branch.block[depth] === opened);
  return around && (address === "" || (address === "$!" && branch.address === "$!"));
}

function addsLines({ name, rest }: SedCommand): boolean {
  if (name === "s") return /[\n&]|\\[n\d]/.test(replacementOf(rest));
  return /^[GgxyHbtT]$/.test(name) && !(/^[btT]$/.test(name) && rest === "");
}

/** What stands behind the second delimiter, or all of it if that cannot be known. */
function replacementOf(rest: string): string {
  const delimiter = rest.charAt(0);
  for (let at = 1; at < rest.length; at += 1) {
    if (rest.charAt(at) === "\\") at += 1;
    else if (rest.charAt(at) === delimiter) return rest.slice(at + 1);
  }
  return rest;
}
