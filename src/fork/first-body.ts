import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import type { ForkSeed } from "../strategies/strategy.ts";
import { ForkBody } from "../wire/fork-body.ts";
import { findPath } from "../wire/raw-member.ts";
import type { MemberPath } from "../wire/wire-format.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import { ForkParamsError } from "./fork-params-error.ts";
import type { ForkOverrides } from "./fork-params.ts";

/** The fork's first request: the parent's bytes with the seed and the overrides put in. */
export function firstBodyOf(parent: CacheSafeParams, overrides: ForkOverrides, seed: ForkSeed): ForkBody {
  const { model, tools, metadata } = overrides;
  const fields = {
    ...wireFormats[parent.wire].streaming,
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
    ...(model === undefined ? {} : { model: JSON.stringify(model) }),
    ...(tools === undefined ? {} : { tools: JSON.stringify(tools) }),
    ...seed.members,
  };
  const nested = nestedChanges(parent, overrides);
  const body = ForkBody.splice(parent.body, fields, { history: seed.history ?? undefined, nested });
  const messages = seed.messages.map(({ bytes }) => bytes);
  return body.append(seed.answer === null ? messages : [seed.answer, ...messages]);
}

type Change = { readonly path: MemberPath; readonly value: string };

function nestedChanges({ wire, body }: CacheSafeParams, overrides: ForkOverrides): readonly Change[] {
  const { members } = wireFormats[wire];
  const { maxTokens, thinking, effort } = overrides;
  const maxTokensPath =
    members.maxTokens.find((path) => findPath(body.bytes, body.object, path) !== null) ?? members.maxTokens[0];
  const changes: readonly Change[] = [
    ...(maxTokens === undefined ? [] : [{ path: maxTokensPath, value: String(maxTokens) }]),
    ...(thinking === undefined ? [] : [{ path: members.thinking, value: JSON.stringify(thinking) }]),
    ...(effort === undefined ? [] : [{ path: members.effort, value: JSON.stringify(effort) }]),
  ];
  // Two edits of one span would write over each other: these share a member on this wire.
  const roots = changes.map(({ path }) => path[0]).filter((root, index, all) => all.indexOf(root) !== index);
  const [root] = roots;
  if (root === undefined) return changes;
  throw new ForkParamsError("overrides", `two of maxTokens, thinking and effort stand in ${root} on ${wire}; give one`);
}
