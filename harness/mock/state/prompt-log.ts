import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import type { RememberedPrompt } from "../../cache-model/prompt/compare-prompts.ts";
import { anthropicDiagnostics, openaiDiagnostics } from "../../cache-model/miss-reasons.ts";
import { readParameter } from "../../cache-model/prompt/read-parameter.ts";

type Remembered = RememberedPrompt & { readonly rules: ProviderRules };

/** Members that a diagnosis adds to a response; empty if the request asks for no diagnosis. */
export type DiagnosisMembers = Readonly<Record<string, unknown>>;

/** How many prompts are remembered; a provider forgets them too, after a time that it does not publish. */
const KEPT = 64;

/** Prompts by the name of their answer, for the provider's own diagnosis of a miss. */
export class PromptLog {
  readonly #prompts = new Map<string, Remembered>();

  /** `name` is the answer's, which its id ends with (`msg_fork_1`); `read` what its cache served. */
  diagnose(prompt: Remembered, name: string, read: number): DiagnosisMembers {
    switch (prompt.rules.engine) {
      case "marked-blocks":
        return prompt.rules.provider === "anthropic" ? this.#anthropic(prompt, name) : {};
      case "boundaries":
        return this.#openai(prompt, name, read);
      case "shared-prefix":
        return {};
    }
  }

  /** A client asks for it with the member, which is null on the first turn (Cache diagnostics page). */
  #anthropic(prompt: Remembered, name: string): DiagnosisMembers {
    const isAsked = readParameter(prompt.layout, "diagnostics") !== undefined;
    const before = readParameter(prompt.layout, "diagnostics.previous_message_id") ?? null;
    const found = typeof before === "string" ? this.#prompts.get(nameIn(before, "msg_")) : null;
    this.#remember(name, prompt);
    return isAsked ? { diagnostics: anthropicDiagnostics(found, prompt) } : {};
  }

  #openai(prompt: Remembered, name: string, read: number): DiagnosisMembers {
    const before = readParameter(prompt.layout, "prompt_cache_options.comparison_response_id") ?? null;
    const found = typeof before === "string" ? this.#prompts.get(nameIn(before, "resp_")) : undefined;
    this.#remember(name, prompt);
    return before === null ? {} : { prompt_cache_diagnostics: openaiDiagnostics(found, prompt, read) };
  }

  #remember(name: string, prompt: Remembered): void {
    this.#prompts.set(name, prompt);
    const [oldest] = this.#prompts.keys();
    if (this.#prompts.size > KEPT && oldest !== undefined) this.#prompts.delete(oldest);
  }
}

function nameIn(id: string, prefix: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}
