import { builtins } from "./builtins.ts";
import { git } from "./git.ts";
import { reading } from "./reading.ts";
import { refused } from "./refused.ts";
import { system } from "./system.ts";
import type { Arguments } from "./utility.ts";

/** All that the classifier knows, by name. */
export const utilities: ReadonlyMap<string, Arguments> = new Map(
  [reading, builtins, system, { git }, refused].flatMap((rows) =>
    Object.entries(rows).flatMap(([names, takes]) =>
      names.split(" ").map((name): readonly [string, Arguments] => [name, takes]),
    ),
  ),
);

/** The utility that only reads if the shell puts our own program of that name before it (`openShell`). */
export const guardedUtility = "git";
