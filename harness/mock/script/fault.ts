/** Why a mocked run must fail, though every request got an answer. */
export type MockFault = {
  readonly code: `HX${number}`;
  readonly what: string;
  readonly where: string;
  readonly fix: string;
};
