/** The capabilities of the reader's terminal. A pipe or a file is 80 columns without colour. */
export type TextStyle = {
  readonly colour: boolean;
  readonly columns: number;
};
