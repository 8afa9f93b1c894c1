import { clientFor, serveForks } from "../../../../src/index.ts";
import { natsTransport } from "../../../../src/remote/nats/nats-transport.ts";
import { steeredTimer } from "./steered-timer.ts";

/** A worker in a process of its own. HANG makes its tool wait until the fork is aborted. */
const { SERVER = "", BASE_URL = "", WIRE = "", HANG = "", STEERED = "" } = process.env;
const wire = WIRE === "openai-responses" ? WIRE : "anthropic-messages";
const worker = await serveForks({
  transport: await natsTransport({ servers: SERVER }),
  roles: {
    reader: {
      llm: clientFor(wire, { apiKey: "any", baseUrl: BASE_URL }),
      tools: {
        dispatch: async (_call, signal) => {
          console.log("a tool runs");
          if (HANG !== "") {
            await new Promise((resolve) => signal.addEventListener("abort", resolve));
            console.log("a tool was aborted");
          }
          return { content: `read by ${process.pid}`, isError: false };
        },
      },
    },
  },
  ...(STEERED !== "" && { ports: { startTimer: steeredTimer() } }),
  onFault: (fault) => console.log(`fault ${String(fault)}`),
});
process.once("SIGTERM", () => void worker.close().then(() => process.exit(0)));
console.log("ready");
