import { jetstreamManager, type JetStreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { describe, expect, onTestFinished, test } from "vitest";
import { natsTransport } from "../../../../src/remote/nats/nats-transport.ts";
import { RemoteError } from "../../../../src/remote/remote-error.ts";
import { natsForTest } from "../../../support/nats-for-test.ts";
import { hasNatsServer } from "../../../support/nats-server.ts";

async function connected(url: string): Promise<NatsConnection> {
  const connection = await connect({ servers: url });
  onTestFinished(() => connection.close());
  return connection;
}

const managerOf = async (url: string): Promise<JetStreamManager> => jetstreamManager(await connected(url));

describe.skipIf(!hasNatsServer)("a NATS server", () => {
  test("whose stream has other limits is refused, with the stream's name", async () => {
    const { url } = await natsForTest();
    const { streams } = await managerOf(url);
    await streams.add({ name: "forkproof_events", subjects: ["agent.fork.*.events"], max_msgs: 3 });
    await expect(natsTransport({ servers: url })).rejects.toThrow(
      `the stream forkproof_events on ${url} cannot be used: stream name already in use`,
    );
  });

  test("that has not done with a stream yet is asked for it again", async () => {
    const { url } = await natsForTest();
    const { streams } = await managerOf(url);
    // To the server, a foreign stream is what the stream of another process is until it is done.
    for (const [name, subject] of [
      ["events", "agent.fork.>"],
      ["bodies", "$O.forkproof_bodies.>"],
    ] as const) {
      await streams.add({ name, subjects: [subject] });
    }
    const asked = { forkproof_events: 0, OBJ_forkproof_bodies: 0 };
    const connection = await connected(url);
    connection.subscribe("$JS.API.STREAM.CREATE.*", {
      callback: (_fault, { subject }) => {
        const name = subject.endsWith("_events") ? "forkproof_events" : "OBJ_forkproof_bodies";
        asked[name] += 1;
        // The first request has been refused by then.
        if (asked[name] === 2) void streams.delete(name === "forkproof_events" ? "events" : "bodies");
      },
    });
    await connection.flush();
    onTestFinished((await natsTransport({ servers: url })).close);
    expect(Math.min(asked.forkproof_events, asked.OBJ_forkproof_bodies)).toBeGreaterThan(1);
  });

  test.each([
    ["forkproof_events", "agent.fork.>"],
    ["OBJ_forkproof_bodies", "$O.>"],
  ])("whose other stream takes the subjects of %s is refused, with that name", async (name, subject) => {
    const { url } = await natsForTest();
    const { streams } = await managerOf(url);
    await streams.add({ name: "others", subjects: [subject] });
    const fault = await natsTransport({ servers: url }).catch((caught: unknown) => caught);
    expect(fault).toBeInstanceOf(RemoteError);
    expect(String(fault)).toContain(
      `the stream ${name} on ${url} cannot be used: subjects overlap with an existing stream`,
    );
  });
});
