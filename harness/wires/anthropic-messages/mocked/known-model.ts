import type { Refusal } from "../../../providers/refusal.ts";
import { familyOf } from "../../../kernel/text/model-family.ts";

/**
 * The vendor's names for its models (@anthropic-ai/sdk 1.12.0 and the generations before). A future version is answered, by the
 * rules of the nearest known one; a name of another shape is unknown.
 */
const NAMES =
  /^claude-(?:(?:opus|sonnet|haiku|fable|mythos)-(?:\d+(?:-\d{1,2})?|preview|latest)|\d(?:-\d)?(?:-(?:opus|sonnet|haiku))?|\d-(?:opus|sonnet|haiku)|instant(?:-\d(?:-\d)?)?|mythos-preview)$/;

/** A model that Anthropic does not have: 404, with its name (recorded). */
export function checkKnownModel(model: string): Refusal | null {
  if (NAMES.test(familyOf(model))) return null;
  return { status: 404, type: "not_found_error", message: `model: ${model}` };
}
