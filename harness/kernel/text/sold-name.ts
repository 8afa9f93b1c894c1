/** A model, with the place it is sold at if the request names one: the price depends on both. */
export function soldName({ model, location }: { readonly model: string | null; readonly location?: string }): string {
  return location === undefined ? (model ?? "unnamed") : `${model ?? "unnamed"} at ${location}`;
}
