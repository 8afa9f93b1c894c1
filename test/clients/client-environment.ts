import { dirname } from "node:path";

/** Of a client under test: a home of its own, no real key, and whatever it asks of another host than loopback fails. */
export function clientEnvironment(home: string): Readonly<Record<string, string>> {
  const nowhere = "http://127.0.0.1:9";
  return {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    TZ: "UTC",
    NO_COLOR: "1",
    DO_NOT_TRACK: "1",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: "127.0.0.1,localhost",
    ANTHROPIC_API_KEY: "mocked",
  };
}
