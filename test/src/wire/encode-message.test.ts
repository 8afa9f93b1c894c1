import { expect, test } from "vitest";
import {
  encodeAssistantMessage,
  encodeUserMessage,
} from "../../../src/wire/formats/anthropic-messages/encode-message.ts";

test("results come before texts, in the given order, with an error flag only on errors", () => {
  const message = encodeUserMessage(
    [
      { toolUseId: "toolu_1", name: "Read", content: "ok", isError: false },
      { toolUseId: "toolu_2", name: "Bash", content: 'no "shell"\n', isError: true },
    ],
    ["first", "zweitens: ü"],
  );
  expect(message.toString()).toBe(
    '{"role":"user","content":[' +
      '{"type":"tool_result","tool_use_id":"toolu_1","content":"ok"},' +
      '{"type":"tool_result","tool_use_id":"toolu_2","content":"no \\"shell\\"\\n","is_error":true},' +
      '{"type":"text","text":"first"},{"type":"text","text":"zweitens: ü"}]}',
  );
});

test("an assistant message has only its content", () => {
  expect(encodeAssistantMessage(Buffer.from("[ 1.0 ]")).toString()).toBe('{"role":"assistant","content":[ 1.0 ]}');
});
