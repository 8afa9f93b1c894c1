import { colours } from "./colours.ts";
import { comparison } from "./comparison.ts";
import { details } from "./details.ts";
import { frame } from "./frame.ts";
import { incidents } from "./incidents.ts";
import { panes } from "./panes.ts";

/** The page's whole style sheet. */
export const pageStyle: string = [colours, frame, incidents, panes, details, comparison].join("\n");
