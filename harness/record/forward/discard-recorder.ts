import type { ExchangeRecorder } from "../recorder.ts";

const nothing = (): void => {};

/** For traffic that is passed on and not read: keeps nothing. */
export const discardRecorder: ExchangeRecorder = {
  begin: () => ({
    requestBytes: nothing,
    requestEnded: nothing,
    responseBegan: nothing,
    responseBytes: nothing,
    answeredAs: nothing,
    ended: nothing,
  }),
  nextConnection: () => "",
};
