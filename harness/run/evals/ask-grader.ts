import { startTimer } from "../../io/clock.ts";
import { LANE_HEADER } from "../../kernel/lane/lane-header.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import { wireNamed } from "../../wires/list.ts";
import { readSaidAnswer } from "../../wires/shared/said/read-said-answer.ts";
import type { GraderPort, GraderWire } from "./grader-port.ts";

/** The text of a grader's answer; `usd` is null if its price is unknown. */
export type GraderAnswer = { readonly usd: number | null } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "fault"; readonly text: string }
);

/** The longest answer of a grader, reasoning included. */
const MAX_TOKENS = 4_000;

/** Sends one short request through the grader's port. An answer that does not come in time is a fault. */
export async function askGrader(
  port: GraderPort,
  { model, prompt, limitMs }: { readonly model: string; readonly prompt: string; readonly limitMs: number },
): Promise<GraderAnswer> {
  const opened = await port.open(model);
  if (opened.kind === "fault") return { ...opened, usd: 0 };
  const { baseUrl, wire, spentUsd } = opened;
  const { keyHeader, versionHeader } = wireNamed(wire);
  const headers = [
    ["content-type", "application/json"],
    [LANE_HEADER, "fork"],
    keyHeader("forkproof-grader"),
    versionHeader ?? [],
  ];
  const spentBefore = spentUsd();
  const cost = (): number | null => difference(spentUsd(), spentBefore);
  const deadline = new AbortController();
  const cancel = startTimer(limitMs, () => deadline.abort());
  try {
    const response = await fetch(`${baseUrl}${PATHS[wire]}`, {
      method: "POST",
      headers: Object.fromEntries(headers.filter(({ length }) => length === 2)),
      body: JSON.stringify(bodyOf(wire, model, prompt)),
      signal: deadline.signal,
    });
    const body = Buffer.from(await response.arrayBuffer());
    if (!response.ok)
      return { kind: "fault", text: `was refused with status ${response.status}: ${messageIn(body)}`, usd: cost() };
    const said = readSaidAnswer(wireNamed(wire), { contentType: response.headers.get("content-type"), body });
    return {
      kind: "text",
      text: said.flatMap((item) => (item.kind === "text" ? [item.text] : [])).join(""),
      usd: cost(),
    };
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault;
    const text = deadline.signal.aborted
      ? `did not answer within ${limitMs} ms`
      : `gave no whole answer (${fault.message})`;
    return { kind: "fault", text, usd: cost() };
  } finally {
    cancel();
  }
}

const PATHS: Readonly<Record<GraderWire, string>> = {
  "anthropic-messages": "/v1/messages",
  "openai-chat": "/v1/chat/completions",
};

function bodyOf(wire: GraderWire, model: string, prompt: string): JsonObject {
  const messages = [{ role: "user", content: prompt }];
  return wire === "anthropic-messages"
    ? { model, max_tokens: MAX_TOKENS, messages }
    : { model, max_completion_tokens: MAX_TOKENS, messages };
}

function messageIn(body: Buffer): string {
  const text = body.toString("utf8");
  try {
    const said: unknown = JSON.parse(text);
    const error = isJsonObject(said) ? said["error"] : null;
    if (isJsonObject(error) && typeof error["message"] === "string") return error["message"];
  } catch {
    // A gateway may answer with a page.
  }
  return text.slice(0, 200);
}

function difference(after: number | null, before: number | null): number | null {
  return after === null || before === null ? null : after - before;
}
