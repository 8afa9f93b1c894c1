/** Codes that no single edit of the recorded bodies makes, each with what they would need. Their examples and scenarios show them. */
export const notMutated: Readonly<Record<string, string>> = {
  CB209: "needs a sequence of three requests",
  CB308: "hangs on the share of the whole system text, which each client's own decides",
  CB311: "needs a sequence of three requests",
  CB415: "the recorded conversations hold no system message in the middle",
  CB504: "needs a sequence of three requests",
  CB505: "needs a sequence of requests",
  CB506: "a note beside CB301, whose mutation is made",
  CB602: "needs a sequence of requests under one key",
};
