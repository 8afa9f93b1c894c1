import {
  captureCacheSafeParams,
  clientFor,
  DefaultForkSubagent,
  RemoteForkSubagent,
  remoteRole,
} from "../../../../src/index.ts";
import { natsTransport } from "../../../../src/remote/nats/nats-transport.ts";
import { parentExchange, type WireUnderTest } from "./parent-exchange.ts";
import { LOST_AFTER_MS, steeredTimer } from "./steered-timer.ts";

/** An agent in a process of its own: it asks the provider, forks in this process or in a worker, and prints the result. With STEERED also each beat. */
const { SERVER = "", BASE_URL = "", WIRE = "", WHERE = "", ABORT = "", TELL = "", STEERED = "" } = process.env;
const wire: WireUnderTest = WIRE === "openai-responses" ? WIRE : "anthropic-messages";
const parent = captureCacheSafeParams(await parentExchange(wire, BASE_URL));
const common = { parent, directive: "Name the year.", label: "look_up", maxTurns: 3, timeoutMs: null };

if (WHERE === "here") {
  const llm = clientFor(wire, { apiKey: "any", baseUrl: BASE_URL });
  const tools = { dispatch: () => ({ content: `read by ${process.pid}`, isError: false }) };
  const handle = await new DefaultForkSubagent().fork({ ...common, llm, tools });
  console.log(JSON.stringify(await handle.takeCompletion()));
} else {
  const transport = await natsTransport({ servers: SERVER });
  const listen: typeof transport.listen = (subject, receive) =>
    transport.listen(subject, (message) => {
      receive(message);
      if (subject.endsWith(".beat")) console.log("a beat");
    });
  const timing = { heartbeatMs: 50, lostAfterMs: LOST_AFTER_MS };
  const forks = new RemoteForkSubagent(
    STEERED === ""
      ? { transport, ...timing }
      : { transport: { ...transport, listen }, ...timing, ports: { startTimer: steeredTimer() } },
  );
  const handle = await forks.fork({
    ...common,
    ...remoteRole("reader", wire),
    mode: "ForkAndForget",
    observe: ({ type }) => {
      if (type === "decision" && TELL !== "") console.log("a call was decided");
      if (type === "decision" && ABORT !== "") handle.abort(ABORT);
    },
  });
  console.log(JSON.stringify({ ...(await handle.takeCompletion()), pid: process.pid }));
  await transport.close();
  // Its clock would keep it.
  process.exit();
}
