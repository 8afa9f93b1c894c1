import type { CacheSafeParams } from "../../cache-safe/cache-safe-params.ts";
import type { ForkSeed } from "../../strategies/strategy.ts";
import { ForkBody } from "../../wire/fork-body.ts";
import { applyEdits } from "../../wire/apply-edits.ts";
import type { JsonObject } from "../../wire/json-object.ts";
import { findPath, setPath } from "../../wire/raw-member.ts";
import { readObject } from "../../wire/read-object.ts";
import type { RawBody } from "../../wire/scan-body.ts";
import type { MemberPath, WireName } from "../../wire/wire-format.ts";
import { wireFormats } from "../../wire/wire-formats.ts";
import type { ForkOverrides } from "../params/fork-params.ts";

/** The fork's first request up to its own messages: the parent's bytes with the overrides, and the seed's history and answer, put in. */
export function openBodyOf(parent: CacheSafeParams, overrides: ForkOverrides, seed: ForkSeed): ForkBody {
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
  return seed.answer === null ? body : body.append([seed.answer]);
}

type Change = { readonly path: MemberPath; readonly value: string };

function nestedChanges({ wire, body }: CacheSafeParams, overrides: ForkOverrides): readonly Change[] {
  const { members } = wireFormats[wire];
  const { maxTokens, thinking, effort, temperature, stopSequences, toolChoice, responseFormat } = overrides;
  const maxTokensPath =
    members.maxTokens.find((path) => findPath(body.bytes, body.object, path) !== null) ?? members.maxTokens[0];
  const changes: readonly Change[] = [
    ...(maxTokens === undefined ? [] : [{ path: maxTokensPath, value: String(maxTokens) }]),
    ...(thinking === undefined ? [] : [{ path: members.thinking, value: JSON.stringify(thinking) }]),
    ...(effort === undefined ? [] : [{ path: members.effort, value: JSON.stringify(effort) }]),
    ...(temperature === undefined ? [] : [{ path: members.temperature, value: JSON.stringify(temperature) }]),
    ...(stopSequences === undefined || members.stopSequences === null
      ? []
      : [{ path: members.stopSequences, value: JSON.stringify(stopSequences) }]),
    ...(toolChoice === undefined ? [] : [{ path: members.toolChoice, value: JSON.stringify(toolChoice) }]),
    ...(responseFormat === undefined ? [] : formatChanges(wire, responseFormat)),
  ];
  return mergeByRoot(body, [...changes, ...oneAnswer(wire, body)]);
}

/** Gemini has the format's members among those of the whole generation. */
function formatChanges(wire: WireName, format: JsonObject): readonly Change[] {
  const { responseFormat: path } = wireFormats[wire].members;
  if (wire !== "gemini-generate") return [{ path, value: JSON.stringify(format) }];
  return Object.entries(format).map(([name, value]) => ({ path: [...path, name], value: JSON.stringify(value) }));
}

/** One answer alone can be continued, however many the parent asked for. */
function oneAnswer(wire: WireName, { bytes, object }: RawBody): readonly Change[] {
  const path = ["generationConfig", "candidateCount"] as const;
  return wire === "gemini-generate" && findPath(bytes, object, path) !== null ? [{ path, value: "1" }] : [];
}

/** Two edits inside one member would overwrite each other. Such a member is written once, with its other parts unchanged. */
function mergeByRoot({ bytes, object }: RawBody, changes: readonly Change[]): readonly Change[] {
  const roots = new Set(changes.map(({ path }) => path[0]));
  return [...roots].flatMap((root): readonly Change[] => {
    const own = changes.filter(({ path }) => path[0] === root);
    if (own.length < 2) return own;
    const present = findPath(bytes, object, [root]);
    const before = present === null ? Buffer.from("{}") : bytes.subarray(present.start, present.end);
    const after = own.reduce((raw, { path: [, ...rest], value }) => changeValue(raw, rest, value), before);
    return [{ path: [root], value: after.toString("utf8") }];
  });
}

function changeValue(raw: Buffer, [name, ...rest]: readonly string[], value: string): Buffer {
  if (name === undefined) return Buffer.from(value);
  const holder = raw[0] === 0x7b ? raw : Buffer.from("{}");
  const object = readObject(holder, 0);
  return Buffer.concat(applyEdits(holder, object.span, [setPath(holder, object, [name, ...rest], value)]));
}
