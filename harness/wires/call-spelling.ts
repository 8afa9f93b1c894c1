/** How a wire format writes a client's tool call and its result, and where the result must stand. */
export type CallSpelling = {
  readonly call: Spelled;
  readonly result: Spelled;
  /** `next-turn`: in the turn behind the call. `later`: anywhere behind it. */
  readonly answered: "next-turn" | "later";
};

/**
 * - `block` the layout says where its id and type stand. The types are the client's own: the provider's tools are answered by the
 *   provider. Where none is named, what says a type is the provider's
 * - `message` Chat names the call beside the content of the message that answers it
 * - `part` has no id and is counted; its members tell the client's own
 */
export type Spelled =
  | { readonly of: "block"; readonly types: readonly string[] }
  | { readonly of: "message"; readonly id: string }
  | { readonly of: "part"; readonly members: readonly string[] };
