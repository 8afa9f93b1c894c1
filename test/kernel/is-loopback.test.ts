import { expect, test } from "vitest";
import { isLoopback } from "../../harness/kernel/is-loopback.ts";

test("only names and addresses of this machine are loopback", () => {
  const own = ["localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.8.9.1", "::1", "[::1]", "::ffff:127.0.0.1"];
  expect(own.filter((host) => !isLoopback(host))).toEqual([]);
  const others = ["evil-localhost", "localhost.example.com", "128.0.0.1", "0.0.0.0", "1127.0.0.1", "::2", "10.127.0.1"];
  expect(others.filter((host) => isLoopback(host))).toEqual([]);
});
