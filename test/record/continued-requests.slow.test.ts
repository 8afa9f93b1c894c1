import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAsRecorded } from "../../harness/cassette/open-recording.ts";
import type { Source } from "../../harness/cassette/recorded-exchange.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

/** Asks twice, over HTTP or a WebSocket; the second request names the first one's answer instead of repeating it. */
const clientSource = `
const url = process.env.OPENAI_BASE_URL + "/responses";
const input = "Look into the notes. ".repeat(400);
const bodies = (id) => id === null ? { model: "gpt-5.5", input } : { model: "gpt-5.5", previous_response_id: id, input: "Go on." };
async function overHttp(body) {
  const headers = { authorization: "Bearer mocked", "content-type": "application/json" };
  return (await (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json()).id;
}
async function overSocket(socket, body) {
  socket.send(JSON.stringify({ type: "response.create", ...body }));
  return await new Promise((take) => {
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "response.completed") take(frame.response.id);
    };
  });
}
if (process.argv[2] === "http") {
  const id = await overHttp(bodies(null));
  await overHttp(bodies(id));
} else {
  const socket = new WebSocket(url.replace("http", "ws"), { headers: { authorization: "Bearer mocked" } });
  await new Promise((open) => (socket.onopen = open));
  const warm = await overSocket(socket, { ...bodies(null), generate: false });
  const id = await overSocket(socket, { ...bodies(null), previous_response_id: warm });
  await overSocket(socket, bodies(id));
  socket.close();
}
`;

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeFileSync(join(folder.path, "client.mjs"), clientSource);
  writeFileSync(join(folder.path, "script.json"), '{"script":{"parent":[{"text":"One."},{"text":"Two."}]}}');
});
afterEach(() => folder[Symbol.dispose]());

test.for(["http", "websocket"])(
  "record, gate and import rebuild requests over %s that continue an answer",
  async (way) => {
    const client = [process.execPath, "client.mjs", way];
    const recorded = await runForkproof(
      ["record", "--mock", "script.json", "--out", "kept", "--", ...client],
      folder.path,
    );
    expect(recorded.exit, recorded.err).toBe(0);
    expect(recorded.out).toMatch(/^No break by the client in [12] compared requests?\./);
    const inspected = await runForkproof(["inspect", "kept"], folder.path);
    expect(treeOf(inspected.out)).toBe(treeOf(recorded.out));
    const gated = await runForkproof(["gate", "--mock", "script.json", "--", ...client], folder.path);
    expect(gated.exit, gated.out + gated.err).toBe(0);
    writeFileSync(join(folder.path, "lines.jsonl"), asLines(openAsRecorded(join(folder.path, "kept"))));
    const imported = await runForkproof(["import", "lines.jsonl", "--out", "imported"], folder.path);
    expect(treeOf(imported.out)).toBe(treeOf(recorded.out));
  },
);

/** Requests with their verdicts, from the first to the last. */
function treeOf(printed: string): string {
  return /^● 1: [\s\S]*?^$\n(?=\d+ exchanges)/m.exec(printed)?.[0] ?? `no tree: ${printed}`;
}

/** The recording as a plain log of another tool: WebSocket messages name their connection, and scripted answers say so. */
function asLines({ ids, load }: Source): string {
  return ids
    .map((id) => {
      const { method, path, headers, request, response, socket, startedAtMs } = load(id);
      const body = response?.body.toString() ?? "";
      return JSON.stringify({
        seq: Number(id),
        ts: new Date(startedAtMs ?? 0).toISOString(),
        method,
        path,
        headers,
        body: request.toString(),
        usageScripted: true,
        ...(socket !== null && { conn: socket.connection }),
        response: response && {
          status: response.status,
          ...(socket === null ? { body } : { respId: socket.responseId, frames: body === "" ? [] : JSON.parse(body) }),
        },
      });
    })
    .join("\n");
}
