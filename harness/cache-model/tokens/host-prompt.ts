/**
 * Tokens of the prompt that a host puts before a client's own, recognised by the host's spelling of a model. Venice, which writes
 * `qwen3-5-9b` for `qwen3.5-9b`, does so by default (docs.venice.ai, include_venice_system_prompt). Recorded: some 1,000 tokens
 * more than Qwen's tokenizer counts, for every request.
 */
export function hostPrompt(model: string): number {
  return /^qwen\d-\d/i.test(model) ? VENICE : 0;
}

const VENICE = 1_020;
