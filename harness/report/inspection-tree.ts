/** So many requests are quicker read as a tree than as a list of causes. */
export const TREE = 20;
