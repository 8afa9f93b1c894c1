/** How a tape is written. */
export type SaveOptions = {
  /** Masks credentials instead of refusing them: letters and digits are replaced, lengths stay. Default: false. */
  readonly redact?: boolean;
  /** Replaces a cassette that stands there already. Anything else is never replaced. Default: false. */
  readonly replace?: boolean;
};
