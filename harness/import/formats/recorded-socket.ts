import { isJsonObject, parseJson } from "../../kernel/json.ts";
import { Fields } from "../../cassette/lines/fields.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import type { ImportNotes } from "../foreign-format.ts";
import { headersOf, importedExchange } from "../imported-exchange.ts";

/**
 * A WebSocket as opencode's http-recorder keeps it: `events` of both directions, or before that a list for each. A provider answers its
 * questions one after another, so the first group of frames that ends in a last event belongs to the first question.
 */
export function* readSocket(id: string, interaction: Fields, notes: ImportNotes): Generator<RecordedExchange> {
  const open = interaction.object("open");
  const questions = texts(interaction, "client", notes).filter((text) => isQuestion(text, notes));
  const answers = grouped(texts(interaction, "server", notes));
  for (const [at, question] of questions.entries()) {
    const frames = answers[at] ?? [];
    yield importedExchange({
      id: `${id}.${at + 1}`,
      fidelity: "A",
      method: "WS-MESSAGE",
      url: open.text("url").replace(/^ws/, "http"),
      headers: headersOf(open.raw("headers")),
      request: Buffer.from(question),
      socket: { connection: id, responseId: responseIdOf(frames) },
      response:
        frames.length === 0 ? null : { status: 200, headers: JSON_BODY, body: Buffer.from(`[${frames.join(",")}]`) },
    });
  }
}

const JSON_BODY = [["content-type", "application/json"]] as const;

function texts(interaction: Fields, side: "client" | "server", notes: ImportNotes): readonly string[] {
  const name = interaction.has("events") ? "events" : side;
  const frames = (interaction.listOrNull(name) ?? []).map(
    (value, at) => new Fields(value, [...interaction.path, name, at], interaction.fault),
  );
  return frames.flatMap((frame) => {
    if (name === "events" && frame.text("direction") !== side) return [];
    if (frame.textOrNull("kind") !== "binary") return [frame.text("body")];
    notes.leftOut("binary frames");
    return [];
  });
}

function isQuestion(text: string, notes: ImportNotes): boolean {
  if (memberOf(text, "type") === "response.create") return true;
  notes.leftOut("messages of the client that ask nothing");
  return false;
}

const last: ReadonlySet<unknown> = new Set(["response.completed", "response.failed", "response.incomplete", "error"]);

function grouped(frames: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [[]];
  for (const frame of frames) {
    groups.at(-1)?.push(frame);
    if (last.has(memberOf(frame, "type"))) groups.push([]);
  }
  return groups;
}

function responseIdOf(frames: readonly string[]): string | null {
  for (const frame of frames) {
    const response = memberOf(frame, "response");
    const id = isJsonObject(response) ? response["id"] : null;
    if (typeof id === "string") return id;
  }
  return null;
}

function memberOf(text: string, name: string): unknown {
  const value = parseJson(text);
  return isJsonObject(value) ? value[name] : null;
}
