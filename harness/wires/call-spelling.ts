/** How a wire format writes a client's tool call and its result, and where the result must stand. */
export type CallSpelling = {
  readonly call: BlockIdentity;
  readonly result: BlockIdentity;
  /** `next-turn`: in the turn behind the call. `later`: anywhere behind it. */
  readonly answered: "next-turn" | "later";
};

/**
 * - `block` the layout says where its id and type are. The types are the client's own: the provider answers the provider's tools.
 * Without such types, a block with a type is the provider's
 * - `message` Chat names the call outside the content of the message that answers it
 * - `part` has no id and is paired by count; its members identify the client's own
 */
export type BlockIdentity =
  | { readonly of: "block"; readonly types: readonly string[] }
  | { readonly of: "message"; readonly id: string }
  | { readonly of: "part"; readonly members: readonly string[] };
