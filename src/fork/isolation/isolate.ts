/**
 * How a fork gets one field of its parent's state.
 *
 * - `shared` the parent's own value: for immutable values, or values that both must see
 * - `cloned` a deep copy (structured clone): the fork starts equal and goes its own way
 * - `fresh` a new value made from the parent's, which it must not touch
 * - `cut` a stub in its place: the fork can use it and reaches nothing
 */
export type Isolation<Value> =
  | { readonly treatment: "shared" }
  | { readonly treatment: "cloned" }
  | { readonly treatment: "fresh"; readonly make: (parent: Value, fork: ForkIdentity | null) => Value }
  | { readonly treatment: "cut"; readonly stub: Value };

/** The fork that a state is isolated for: the id of its agent, and a signal that aborts with its run. */
export type ForkIdentity = { readonly id: string; readonly signal: AbortSignal };

/** A declaration for every field: one that is forgotten does not compile. */
export type IsolationPlan<State> = { readonly [Field in keyof State]: Isolation<State[Field]> };

export const shared: { readonly treatment: "shared" } = { treatment: "shared" };
export const cloned: { readonly treatment: "cloned" } = { treatment: "cloned" };

/** `make` gets the parent's value and the fork; null in place of the fork if `isolate` is called without one. */
export function fresh<Value>(make: (parent: Value, fork: ForkIdentity | null) => Value): Isolation<Value> {
  return { treatment: "fresh", make };
}

export function cut<Value>(stub: Value): { readonly treatment: "cut"; readonly stub: Value } {
  return { treatment: "cut", stub };
}

/** The state that a fork of `parent` runs with. `parent` stays unchanged and may be frozen. */
export function isolate<State extends object>(
  parent: State,
  plan: IsolationPlan<State>,
  fork: ForkIdentity | null = null,
): State {
  const child = { ...parent };
  for (const field in parent) child[field] = isolateField(parent[field], plan[field], fork);
  return child;
}

function isolateField<Value>(value: Value, isolation: Isolation<Value>, fork: ForkIdentity | null): Value {
  switch (isolation.treatment) {
    case "shared":
      return value;
    case "cloned":
      return structuredClone(value);
    case "fresh":
      return isolation.make(value, fork);
    case "cut":
      return isolation.stub;
  }
}
