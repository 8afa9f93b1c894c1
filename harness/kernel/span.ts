/** A half-open range of byte offsets into one body. */
export type Span = { readonly start: number; readonly end: number };
