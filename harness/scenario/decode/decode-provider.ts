import { isList, oneOrMore } from "./one-or-more.ts";
import { parseDuration } from "./parse-duration.ts";
import type {
  LaneMatchers,
  ProviderSection,
  ReplayPace,
  Script,
  ScriptedAnswer,
  ScriptedCall,
  ScriptedMessage,
} from "../provider-section.ts";
import type { AnswerFile, ProviderFile } from "../scenario-file.ts";

export function decodeProvider({
  mode,
  name,
  cassette,
  exchanges,
  pace,
  forkAfter,
  isolate,
  script,
}: ProviderFile): ProviderSection {
  return {
    mode: mode ?? "mock",
    name: name ?? null,
    replay: { cassette: cassette ?? null, exchanges: exchanges ?? null, pace: decodePace(pace ?? "recorded") },
    forkAfterMs: forkAfter === undefined ? null : parseDuration(forkAfter),
    isolate: isolate ?? false,
    script: decodeScript(script ?? {}),
    matchers: decodeMatchers(script ?? {}),
  };
}

function decodePace(pace: string): ReplayPace {
  return pace === "recorded" || pace === "instant" ? { kind: pace } : { kind: "fixed", everyMs: parseDuration(pace) };
}

function decodeScript(script: NonNullable<ProviderFile["script"]>): Script {
  if (isList(script)) return { fork: script.map(decodeAnswer) };
  const lanes = Object.entries(script).map(([lane, written]) => {
    return [lane, (isList(written) ? written : written.turns).map(decodeAnswer)] as const;
  });
  return Object.fromEntries(lanes);
}

function decodeMatchers(script: NonNullable<ProviderFile["script"]>): LaneMatchers {
  if (isList(script)) return {};
  const matchers = Object.entries(script).flatMap(([lane, written]) => {
    if (isList(written) || written.when === undefined) return [];
    const { contains, matches, tool } = written.when;
    return [[lane, { contains: contains ?? null, matches: matches ?? null, tool: tool ?? null }] as const];
  });
  return Object.fromEntries(matchers);
}

function decodeAnswer(answer: AnswerFile): ScriptedAnswer {
  const waitMs = parseDuration(answer.wait ?? "0ms");
  if (answer.error !== undefined) {
    const { status, type, message, retryAfter } =
      typeof answer.error === "number" ? { status: answer.error } : answer.error;
    return {
      kind: "error",
      waitMs,
      status,
      type: type ?? null,
      message: message ?? null,
      retryAfterMs: retryAfter === undefined ? null : parseDuration(retryAfter),
    };
  }
  return {
    kind: "message",
    waitMs,
    thinking: answer.thinking ?? null,
    ...decodeText(answer),
    calls: oneOrMore(answer.call ?? []).flatMap(decodeCalls),
    cutAfterEvents: answer.cut ?? null,
  };
}

function decodeText({ text, refusal, length }: AnswerFile): Pick<ScriptedMessage, "text" | "stop"> {
  if (refusal !== undefined) return { text: refusal, stop: "refusal" };
  if (length !== undefined) return { text: length, stop: "length" };
  return { text: text ?? null, stop: "end" };
}

function decodeCalls(calls: Readonly<Record<string, ScriptedCall["input"]>>): readonly ScriptedCall[] {
  return Object.entries(calls).map(([tool, input]) => ({ tool, input }));
}
