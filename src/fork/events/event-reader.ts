import type { ErrorObject, ValidateFunction } from "ajv";
import { describeKind, describeValue } from "../../wire/describe-value.ts";
import { isJsonObject } from "../../wire/json-object.ts";
import type { ForkEvent } from "../fork-event.ts";
import type { ForkMessage } from "../fork-result.ts";
import type { EventEnvelope } from "./event-envelope.ts";
import { EventFormatError } from "./event-format-error.ts";
import schema from "./fork-event.schema.json" with { type: "json" };

/** Reads NDJSON, one line or many. Throws EventFormatError for the first line that is not an event of this version. */
export type EventReader = (lines: string) => readonly EventEnvelope[];

/** A reader of what `writeEvents` writes. The validator is loaded here, and not by everybody who loads the library. */
export async function eventReader(): Promise<EventReader> {
  validator ??= compile();
  const isEnvelope = await validator;
  return (lines) => {
    if (typeof lines !== "string")
      throw new EventFormatError(
        `${describeKind(lines)} is not text`,
        "Pass lines as a text, such as bytes.toString().",
      );
    return lines
      .split("\n")
      .flatMap((line, index) => (line.trim() === "" ? [] : [readLine(line, index + 1, isEnvelope)]));
  };
}

/** Compiled once, since that takes longer than to read a thousand events. */
let validator: Promise<ValidateFunction<SentEnvelope>> | undefined;

async function compile(): Promise<ValidateFunction<SentEnvelope>> {
  const { Ajv } = await import("ajv");
  return new Ajv({ allowUnionTypes: true, allErrors: true }).compile<SentEnvelope>(schema);
}

/** An envelope as JSON has it. */
type SentEnvelope = Omit<EventEnvelope, "event"> & {
  readonly event:
    | Exclude<ForkEvent, { readonly type: "message" }>
    | { readonly type: "message"; readonly message: Omit<ForkMessage, "bytes"> & { readonly bytes: string } };
};

function readLine(line: string, place: number, isEnvelope: ValidateFunction<SentEnvelope>): EventEnvelope {
  const value = parse(line, place);
  if (isEnvelope(value)) {
    const { event, ...rest } = value;
    if (event.type !== "message") return { ...rest, event };
    const { message } = event;
    return { ...rest, event: { ...event, message: { ...message, bytes: Buffer.from(message.bytes, "base64") } } };
  }
  const version: unknown = isJsonObject(value) ? value["v"] : undefined;
  if (typeof version === "number" && version !== 1) {
    const what = `line ${place} has version ${version}, and this library reads version 1`;
    throw new EventFormatError(what, "Install the same forkproof where the events are written and read.");
  }
  const what = `line ${place} is not an event of a fork: ${faultIn(isEnvelope.errors ?? [])}`;
  throw new EventFormatError(what, "Pass lines that writeEvents has written.");
}

/** An event is compared with every kind of event: only the errors of its own kind explain it, and the innermost says most. */
function faultIn(errors: readonly ErrorObject[]): string {
  const others = errors.flatMap(({ instancePath, schemaPath }) => {
    const branch = OTHER_KIND.exec(schemaPath)?.[1];
    return branch === undefined ? [] : [{ at: instancePath.slice(0, instancePath.lastIndexOf("/")), branch }];
  });
  const isOther = ({ instancePath, schemaPath }: ErrorObject): boolean =>
    others.some(({ at, branch }) => {
      if (!schemaPath.startsWith(branch)) return false;
      const member = /^properties\/([^/]+)/.exec(schemaPath.slice(branch.length))?.[1];
      return member === undefined ? instancePath === at : instancePath.startsWith(`${at}/${member}`);
    });
  const own = errors.filter((error) => error.keyword !== "oneOf" && !isOther(error));
  const [fault] = own.toSorted((one, other) => other.instancePath.length - one.instancePath.length);
  if (fault !== undefined) return `${fault.instancePath || "the line"} ${fault.message ?? "is invalid"}`;
  const kind = errors.find(({ schemaPath }) => OTHER_KIND.test(schemaPath));
  return `${kind?.instancePath ?? "its event"} is unknown`;
}

const OTHER_KIND = /^(.*\/oneOf\/\d+\/)properties\/(?:type|cause|kind)\/(?:const|enum)$/;

function parse(line: string, place: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    const what = `line ${place} is not JSON: ${describeValue(line)}`;
    throw new EventFormatError(what, "Pass whole lines that writeEvents has written; a crash can cut the last one.");
  }
}
