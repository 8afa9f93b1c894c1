/** Codes that no single edit of a real body of these wires makes, each with the reason. Anthropic's bodies make more (mutations*.ts). */
export const notOnWires: Readonly<Record<string, string>> = {
  CB105: "betas are a header of Anthropic's",
  CB108: "no other wire tells a thinking budget below a limit of the answer",
  CB209: "needs a sequence of three requests",
  CB311: "needs a sequence of three requests",
  CB504: "needs a sequence of three requests",
  CB505: "needs a sequence of requests",
  CB506: "a note beside CB301, whose mutation is made",
  CB602: "needs a sequence of requests under one key",
};
