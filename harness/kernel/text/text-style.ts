/** What the reader's terminal can show. A pipe or a file is 80 columns without colour. */
export type TextStyle = {
  readonly colour: boolean;
  readonly columns: number;
};
