import { openaiBoundaryRules, openaiClassicRules } from "../../providers/openai/cache-rules.ts";

/** `GET /v1/models`: the models whose cache is known by name. Any other is answered too. */
export function modelList(): unknown {
  const families = [...openaiBoundaryRules.models, ...openaiClassicRules.models].map(({ family }) => family);
  return { object: "list", data: families.map(modelNamed) };
}

/** `GET /v1/models/{id}`. */
export function modelNamed(id: string): unknown {
  return { id, object: "model", created: 0, owned_by: "openai" };
}
