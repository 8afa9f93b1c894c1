import { startTimer } from "../../io/clock.ts";
import { LANE_HEADER } from "../../kernel/lane/lane-header.ts";
import { isJsonObject } from "../../kernel/json.ts";
import { wireNamed } from "../../wires/list.ts";
import { readSaidAnswer } from "../../wires/shared/said/read-said-answer.ts";
import type { GraderPort } from "./grader-port.ts";
import { graderRequest, type GraderWire } from "./grader-wire.ts";

/** The text of a grader's answer, or the reason that it is missing. `usd` is null if its price is unknown. */
export type GraderAnswer = (Said | Missing) & {
  readonly usd: number | null;
  /** Whether a request was made. */
  readonly wasAsked: boolean;
};

type Said = { readonly kind: "text"; readonly text: string } | { readonly kind: "fault"; readonly text: string };

/** No grader is asked, whatever the answer. */
type Missing = { readonly kind: "missing"; readonly text: string };

type Question = { readonly model: string; readonly prompt: string; readonly limitMs: number };

/** Sends one short request through the grader's port. An answer that does not come in time is a fault. */
export async function askGrader(port: GraderPort, question: Question): Promise<GraderAnswer> {
  const opened = await port.open(question.model);
  if (opened.kind !== "open") return { ...opened, usd: 0, wasAsked: false };
  const { baseUrl, wire, close } = opened;
  const said = await send(baseUrl, wire, question);
  return { ...said, usd: await close(), wasAsked: true };
}

async function send(baseUrl: string, wire: GraderWire, { model, prompt, limitMs }: Question): Promise<Said> {
  const { keyHeader, versionHeader } = wireNamed(wire);
  const headers = [
    ["content-type", "application/json"],
    [LANE_HEADER, "fork"],
    keyHeader("forkproof-grader"),
    versionHeader ?? [],
  ];
  const { path, body: asked } = graderRequest(wire, model, prompt);
  const deadline = new AbortController();
  const cancel = startTimer(limitMs, () => deadline.abort());
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: Object.fromEntries(headers.filter(({ length }) => length === 2)),
      body: JSON.stringify(asked),
      signal: deadline.signal,
    });
    const body = Buffer.from(await response.arrayBuffer());
    if (!response.ok) return { kind: "fault", text: `was refused with status ${response.status}: ${messageIn(body)}` };
    const said = readSaidAnswer(wireNamed(wire), { contentType: response.headers.get("content-type"), body });
    return { kind: "text", text: said.flatMap((item) => (item.kind === "text" ? [item.text] : [])).join("") };
  } catch (fault) {
    if (deadline.signal.aborted) return { kind: "fault", text: `did not answer within ${limitMs} ms` };
    return { kind: "fault", text: `gave no whole answer (${fault instanceof Error ? fault.message : String(fault)})` };
  } finally {
    cancel();
  }
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
