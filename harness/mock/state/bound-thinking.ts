import { type Refusal, invalidRequest } from "../../providers/refusal.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import type { Link } from "../../cache-model/prompt/link.ts";
import { chainOf } from "../../cache-model/prompt/prompt-chain.ts";
import { readParameter } from "../../cache-model/prompt/read-parameter.ts";
import { anthropicRules } from "../../providers/anthropic/cache-rules.ts";
import { parseLayout } from "../../wires/anthropic-messages/parse-layout.ts";
import type { Header } from "../../kernel/exchange.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { betasOf } from "../betas-of.ts";

/** A prompt without thinking that is bound elsewhere, and what the response says of that; or why it is refused. */
export type BoundPrompt =
  | { readonly layout: Layout; readonly members: Readonly<Record<string, unknown>> }
  | { readonly rejection: Refusal };

/** Models whose thinking is bound to everything before it (platform.claude.com, Preserved thinking, September 2026). */
const BINDING = /^claude-(?:(?:fable|mythos)-5-[12]|(?:opus|sonnet|haiku)-5-5)$/;

const CONTROLS = "thinking-binding-controls";

/** The content before thinking, without settings: breakpoints, effort or a tool choice do not edit a conversation. */
const CONVERSATION = { ...anthropicRules, parameters: [], settings: [], contents: [] };

/**
 * Which conversation the thinking of our own answers belongs to. Signatures of others are sealed: whether they are bound to
 * another prefix only their maker can verify, so they pass.
 */
export class BoundThinking {
  /** The key of what stood before an answer, by the signatures in it. */
  readonly #prefixes = new Map<string, string>();

  /** Remembers the conversation that an answer's thinking was made in. */
  sign(layout: Layout, model: string, signatures: readonly string[]): void {
    if (signatures.length === 0 || !BINDING.test(familyOf(model))) return;
    const prefix = conversation(layout).at(-1)?.key ?? "";
    for (const signature of signatures) this.#prefixes.set(signature, prefix);
  }

  /** Refuses thinking whose conversation was edited, or leaves it out where the request asks for that. */
  check(layout: Layout, model: string, headers: readonly Header[]): BoundPrompt {
    const hasControls = betasOf(headers).includes(CONTROLS);
    const foreign = BINDING.test(familyOf(model)) ? this.#foreign(layout) : [];
    const [first] = foreign;
    if (first === undefined) return { layout, members: hasControls ? { input_transformations: [] } : {} };
    if (!hasControls || readParameter(layout, "thinking.block_binding.prefix_mismatch_behavior") !== "drop_block") {
      return {
        rejection: invalidRequest(
          `${placeOf(first)}: Invalid \`signature\` in \`thinking\` block: the block is bound to a different conversation`,
        ),
      };
    }
    const dropped = foreign.map((link) => ({
      type: "thinking_dropped",
      path: placeOf(link),
      reason: "prefix_binding_mismatch",
    }));
    return { layout: parseLayout(without(layout.body, foreign)), members: { input_transformations: dropped } };
  }

  #foreign(layout: Layout): readonly Link[] {
    if (this.#prefixes.size === 0) return [];
    const thoughts = layout.units.some((unit) => unit.unit === "block" && unit.kind === "thinking");
    if (!thoughts) return [];
    const links = conversation(layout);
    return links.filter((link, at) => {
      const bound = link.kind === "thinking" ? this.#prefixes.get(signatureOf(layout, link)) : undefined;
      if (bound === undefined) return false;
      const before = links.slice(0, at).findLast(({ message }) => message !== link.message);
      return before?.key !== bound;
    });
  }
}

function conversation(layout: Layout): readonly Link[] {
  const none = {
    grade: "exact",
    count: (_: Layout, promptBytes: readonly number[]) => ({ head: 0, units: promptBytes.map(() => 0), trailer: 0 }),
  } as const;
  return chainOf(layout, { rules: CONVERSATION, tokens: none, workspace: "" }).links;
}

function signatureOf({ body }: Layout, { span }: Link): string {
  return /"signature"\s*:\s*"([^"]*)"/.exec(body.toString("latin1", span.start, span.end))?.[1] ?? "";
}

/** `/messages/1/content/0` as error messages write it. */
function placeOf({ pointer }: Link): string {
  return pointer.slice(1).replaceAll("/", ".");
}

/** Blocks cut out with the comma that binds them. */
function without(body: Buffer, links: readonly Link[]): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (const { span } of links) {
    const cut = withComma(body, span);
    if (cut.start > from) kept.push(body.subarray(from, cut.start));
    from = Math.max(from, cut.end);
  }
  return Buffer.concat([...kept, body.subarray(from)]);
}

function withComma(body: Buffer, { start, end }: Span): Span {
  const after = /^\s*,\s*/.exec(body.toString("latin1", end, end + 64))?.[0].length ?? 0;
  if (after > 0) return { start, end: end + after };
  const before = /,\s*$/.exec(body.toString("latin1", Math.max(0, start - 64), start))?.[0].length ?? 0;
  return { start: start - before, end };
}
