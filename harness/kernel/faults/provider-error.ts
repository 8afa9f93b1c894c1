/** Why a provider did not answer, in its own words. */
export type ProviderError = {
  /** Of the response; 200 where the error came in the middle of a stream. */
  readonly status: number;
  /** `invalid_request_error`, `RESOURCE_EXHAUSTED`, `ThrottlingException`, …; null if the response has no type. */
  readonly type: string | null;
  readonly message: string | null;
};
