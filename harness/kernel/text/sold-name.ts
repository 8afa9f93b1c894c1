/** What the price of a model depends on besides its name and its day. */
export type SaleTerms = {
  /** The endpoint's place, if the path names one. */
  readonly location?: string;
  /**
   * How the provider processed the request, if not in its standard way: `flex`, `batch`, `fast`, `us`; and media with a
   * price of their own, such as `audio`. Several are joined by a plus.
   */
  readonly tier?: string;
};

/** The terms alone of what has them. */
export function termsOf({ location, tier }: SaleTerms): SaleTerms {
  return { ...(location !== undefined && { location }), ...(tier !== undefined && { tier }) };
}

/** A model, with the place and the tier that it is sold at if they are not the usual ones: the price depends on them. */
export function soldName({ model, location, tier }: SaleTerms & { readonly model: string | null }): string {
  const named = location === undefined ? (model ?? "unnamed") : `${model ?? "unnamed"} at ${location}`;
  return tier === undefined ? named : `${named} (${tier})`;
}
