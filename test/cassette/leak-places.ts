import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";

const answered = (body: string): Partial<RecordedExchange> => ({
  response: { status: 200, contentType: "text/event-stream", body: Buffer.from(body), usageIsReal: true },
});

function deltas(leak: string, size: number): string {
  const texts = leak.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  return texts.map((text) => `data: ${JSON.stringify({ index: 0, delta: { text } })}\n\n`).join("");
}

function overTwoLines(stream: string, lineEnd: string): string {
  return stream.replaceAll('"delta":', '"delta":\ndata: ').replaceAll("\n", lineEnd);
}

function escaped(text: string): string {
  return text.replaceAll(/[^]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function percented(text: string, signs: RegExp): string {
  return text.replaceAll(signs, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** As PHP writes JSON. */
function slashed(value: object): string {
  return JSON.stringify(value).replaceAll("/", String.raw`\/`);
}

function aligned(leak: string, before: string): Partial<RecordedExchange> {
  const hidden = Buffer.from(slashed({ text: `\n${leak}` })).toString("base64");
  return { request: Buffer.from(slashed({ data: before + hidden })) };
}

/** Every place of an exchange that reaches the disk. */
export const places: Readonly<Record<string, (leak: string) => Partial<RecordedExchange>>> = {
  "a kept header": (leak) => ({ headers: [["x-app", leak.replaceAll("\n", " ")]] }),
  "the query": (leak) => ({ path: `/v1/messages?note=${encodeURIComponent(leak)}` }),
  "the request": (leak) => ({ request: Buffer.from(JSON.stringify({ messages: [{ content: leak }] })) }),
  "the request, with the signs of an address": (leak) => ({
    request: Buffer.from(JSON.stringify({ content: percented(leak, /[^\w:/@.?=&-]/g) })),
  }),
  "the request, percent-encoded": (leak) => ({ request: Buffer.from(`{"content":"${percented(leak, /[^]/g)}"}`) }),
  "the type of the answer": (leak) => ({
    response: { status: 200, contentType: `text/plain; ${leak}`, body: Buffer.from("Yes."), usageIsReal: true },
  }),
  "the response": (leak) => answered(JSON.stringify({ content: [{ text: leak }] })),
  "deltas of three characters": (leak) => answered(deltas(leak, 3)),
  "deltas in events over two lines of data": (leak) => answered(overTwoLines(deltas(leak, 3), "\n")),
  "deltas over two lines that end as on Windows": (leak) => answered(overTwoLines(deltas(leak, 3), "\r\n")),
  "base64 in the request": (leak) => ({
    request: Buffer.from(JSON.stringify({ data: Buffer.from(`key: ${leak}`).toString("base64") })),
  }),
  "a word behind an escape": (leak) => ({ request: Buffer.from(JSON.stringify({ content: `the key:\n${leak}\n` })) }),
  "escapes of every sign": (leak) => ({ request: Buffer.from(`{"content":"${escaped(leak)}"}`) }),
  "JSON in JSON in JSON with escaped slashes": (leak) => ({
    request: Buffer.from(JSON.stringify({ content: JSON.stringify({ leak: slashed({ text: `\n${leak}` }) }) })),
  }),
  "base64 of JSON behind one sign": (leak) => aligned(leak, "x"),
  "base64 of JSON behind two signs": (leak) => aligned(leak, "/-"),
  "base64 of JSON behind three signs": (leak) => aligned(leak, "_x+"),
  "frames of a WebSocket": (leak) =>
    answered(`[${deltas(leak, 3).replaceAll("data: ", "").trim().replaceAll("\n\n", ",")}]`),
  "base64url in deltas": (leak) => answered(deltas(Buffer.from(leak).toString("base64url"), 10)),
};
