import { createServer, type ServerResponse } from "node:http";

/** `node holding-provider.ts COUNT`: prints its port, reads requests without keeping a byte, and answers once COUNT have come in whole. */
const count = Number(process.argv[2]);
const held: ServerResponse[] = [];

const answer = JSON.stringify({
  id: "m",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content: [{ type: "text", text: "Done." }],
  stop_reason: "end_turn",
  usage: { input_tokens: 1, output_tokens: 1 },
});

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    held.push(response);
    if (held.length < count) return;
    for (const each of held.splice(0)) each.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`${address.port}\n`);
});
