import { expect, test } from "vitest";
import { Gates } from "../../harness/mock/script/gate.ts";

const signal = new AbortController().signal;

test("a gate holds all present and later requests until it opens", async () => {
  const gates = new Gates();
  const passed: string[] = [];
  const both = ["one", "two"].map(async (name) => {
    await gates.pass("start", signal);
    passed.push(name);
  });
  await gates.held("start", 2);
  expect(passed).toEqual([]);
  gates.open("start");
  await Promise.all(both);
  await gates.pass("start", signal);
  expect(passed).toEqual(["one", "two"]);
});

test("a gate lets a client that disconnects leave, and no longer counts it", async () => {
  const gates = new Gates();
  const client = new AbortController();
  const left = gates.pass("start", client.signal);
  await gates.held("start", 1);
  client.abort();
  await left;
  await gates.pass("start", client.signal);

  let isHeld = false;
  const held = gates.held("start", 1).then(() => (isHeld = true));
  await Promise.resolve();
  expect(isHeld).toBe(false);
  void gates.pass("start", signal);
  await held;
});

test("gates are independent of each other", async () => {
  const gates = new Gates();
  gates.open("a");
  await gates.pass("a", signal);
  const waiting = gates.pass("b", signal);
  await gates.held("b", 1);
  gates.open("b");
  await waiting;
  expect(gates).toBeInstanceOf(Gates);
});
