import { parseJsonObject } from "../../json-object.ts";

/**
 * Whether a message of the assistant holds anything that may go back. One with neither content nor call is refused ("expected a
 * string, got null"; Moonshot and others want it to be non-empty). For turns that a fork puts in itself.
 */
export function saysSomething(message: Buffer): boolean {
  const {
    content,
    refusal,
    audio,
    tool_calls: calls,
    function_call: call,
  } = parseJsonObject(message.toString("utf8")) ?? {};
  const isEmpty = content === undefined || content === null || content === "" || isEmptyList(content);
  return (
    !isEmpty || !isEmptyList(calls ?? []) || [refusal, audio, call].some((each) => each !== undefined && each !== null)
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
