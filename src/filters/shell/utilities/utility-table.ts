import { git } from "./git.ts";
import { languages } from "./languages.ts";
import { listing } from "./listing.ts";
import { reading } from "./reading.ts";
import { refused } from "./refused.ts";
import { searching } from "./searching.ts";
import { system } from "./system.ts";
import { showing } from "./showing.ts";
import type { Utility } from "./utility.ts";

/** All that the classifier knows, by name. */
export const utilities: ReadonlyMap<string, Utility> = new Map(
  [...listing, ...reading, ...searching, ...languages, ...system, ...showing, git, ...refused].flatMap((utility) =>
    utility.names.map((name): readonly [string, Utility] => [name, utility]),
  ),
);
