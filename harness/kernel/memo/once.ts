/** Reads when first asked, and never again. */
export function once<T>(read: () => T): () => T {
  let value: { readonly is: T } | null = null;
  return () => (value ??= { is: read() }).is;
}
