/** A half-open range of byte offsets. */
export type Span = { readonly start: number; readonly end: number };
