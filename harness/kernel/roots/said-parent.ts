/** The parent that a user names for an exchange. */
export type SaidParent = {
  readonly child: string;
  readonly parent: string;
  /** Where it was said, for messages: `--parent-of 3=2`, or `file:line:column`. */
  readonly where: string;
};
