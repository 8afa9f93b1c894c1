/** How a page begins: a file that begins otherwise is not replaced by one. */
export const PAGE_BEGINS: RegExp = /^<!doctype html>\n<!-- forkproof report -->/;
